-- Switches back to the server's tables and functions.

insert into stoa_parked_cron.job
  (jobid, schedule, command, nodename, nodeport, database, username, active, jobname)
select jobid, schedule, command, nodename, nodeport, database, username, active, jobname
from cron.job;
select setval('stoa_parked_cron.job_jobid_seq', last_value, is_called) from cron.jobid_seq;

insert into stoa_parked_cron.job_run_details
  (jobid, runid, job_pid, database, username, command, status, return_message, start_time, end_time)
select jobid, runid, job_pid, database, username, command, status, return_message, start_time,
  end_time
from cron.job_run_details;
select setval('stoa_parked_cron.job_run_details_runid_seq', last_value, is_called)
from cron.runid_seq;

alter table cron.stoa_overlap set schema stoa_parked_cron;
alter table cron.stoa_project set schema stoa_parked_cron;
alter function cron.stoa_set_overlap(bigint, text) set schema stoa_parked_cron;
alter function cron.stoa_set_overlap(text, text) set schema stoa_parked_cron;
-- pg_cron deletes jobs without triggers.
delete from stoa_parked_cron.stoa_overlap as o
where not exists (select from stoa_parked_cron.job as j where j.jobid = o.jobid);
alter table stoa_parked_cron.stoa_overlap
  add foreign key (jobid) references stoa_parked_cron.job on delete cascade;

drop extension pg_cron;
drop schema if exists cron;
drop function if exists stoa_parked_cron.stoa_own_database();
drop function if exists stoa_parked_cron.stoa_job_changed();
alter schema stoa_parked_cron owner to supabase_cron_admin;
alter schema stoa_parked_cron rename to cron;
grant usage on schema cron to postgres;
