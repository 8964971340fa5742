-- A report is a snippet whose text is its blocks as JSON; a saved log query is SQL over the logs. Both have the
-- same folders, versions and sharing as queries.
alter table platform.snippets
  drop constraint snippets_type_check,
  add constraint snippets_type_check check (type in ('sql', 'notebook', 'report', 'log_sql'));
