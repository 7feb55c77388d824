-- contract 3: what the readiness check compares: the name of the newest migration that ran here.
begin;
select plan(2);

insert into switchboard.schema_migrations (name, sha256) values ('9998_older', ''), ('9999_newest', '');

set session authorization tests_shim;
select is(switchboard.schema_version(), '9999_newest', 'the newest by name');
reset session authorization;

delete from switchboard.schema_migrations;
select is(switchboard.schema_version(), null, 'none');

select * from finish();
rollback;
