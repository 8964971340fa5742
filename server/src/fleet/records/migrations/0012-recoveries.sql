-- recovering: the installation was recovered, and the project gets the newest data of the store. There is
-- no former data.
alter table fleet.restores drop constraint restores_phase_check;
alter table fleet.restores add constraint restores_phase_check
  check (phase in ('replacing', 'returning', 'kept', 'discarding', 'recovering'));
