-- A notebook is a snippet whose text has several cells, so it has the same folders, versions and sharing.
alter table platform.snippets
  add column type text not null default 'sql' check (type in ('sql', 'notebook'));
