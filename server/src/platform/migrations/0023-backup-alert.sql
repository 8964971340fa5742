-- Projects that have got their first rules before get the rule about backups too, once.
insert into platform.alert_rules (project_id, id, settings, is_default)
select project_id, gen_random_uuid(), '{
  "name": "Backups",
  "enabled": true,
  "severity": "critical",
  "minutes": 60,
  "condition": {"kind": "backup"},
  "notifies_owners": true,
  "channel_ids": [],
  "repeat_minutes": null
}', true
from platform.alert_defaults;
