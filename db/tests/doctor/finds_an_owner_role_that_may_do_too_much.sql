-- cases E3.23, check owner_role: the owner of everything is no superuser and cannot log in.
begin;
select plan(3);

select tests.endpoint() as e \gset
alter role switchboard_owner superuser;
set session authorization tests_reader;
select results_eq($$select check_name, severity from switchboard.doctor()$$, $$values ('owner_role', 'violation')$$, 'superuser');
reset session authorization;

alter role switchboard_owner nosuperuser login;
set session authorization tests_reader;
select results_eq($$select check_name, severity from switchboard.doctor()$$, $$values ('owner_role', 'violation')$$, 'login');
reset session authorization;

alter role switchboard_owner nologin;
select is_empty('select from switchboard.doctor()', 'fine again');

select * from finish();
rollback;
