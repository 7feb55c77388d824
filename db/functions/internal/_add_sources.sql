create or replace function switchboard._add_sources(p_known jsonb, p_more jsonb) returns jsonb
language sql
immutable
as $$
    select coalesce(pg_catalog.jsonb_object_agg(s.source, s.number), '{}')
    from (
        select
            case when c.known or c.place <= 20 then c.source else '__other__' end as source,
            sum(c.number) as number
        from (
            select
                n.source,
                n.number,
                n.known,
                -- Those that are known come first.
                pg_catalog.row_number() over (order by n.known desc, n.source collate "C") as place
            from (
                select
                    e.source,
                    bool_or(e.known) as known,
                    sum(e.number) as number
                from (
                    select
                        k.key as source,
                        k.value::bigint as number,
                        true as known
                    from pg_catalog.jsonb_each_text(p_known) as k
                    union all
                    select
                        m.key,
                        m.value::bigint,
                        m.key = '__other__'
                    from pg_catalog.jsonb_each_text(p_more) as m
                ) as e
                group by e.source
            ) as n
        ) as c
        group by case when c.known or c.place <= 20 then c.source else '__other__' end
    ) as s
$$;
comment on function switchboard._add_sources is
'Adds p_more to p_known, both numbers by source. With 20 names known, new ones are added up under __other__.';
revoke all on function switchboard._add_sources from public;
