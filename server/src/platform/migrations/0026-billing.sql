-- Whether plans have prices. A private installation shows none.
alter table platform.settings add column sells_plans boolean not null default false;

alter table platform.organizations
  add column has_spend_cap boolean not null default true,
  -- The reason of a restriction that the clock set, which it also lifts; null for an operator's.
  add column restriction_cause text check (restriction_cause in ('quota', 'invoices'));

-- Which plan an organization had from when to when, while plans were sold. The last one is open.
create table platform.plan_periods (
  organization_id bigint not null references platform.organizations on delete cascade,
  plan text not null check (plan in ('free', 'pro', 'team', 'enterprise')),
  begins_at timestamptz not null,
  ends_at timestamptz check (ends_at >= begins_at),
  primary key (organization_id, begins_at)
);
create unique index on platform.plan_periods (organization_id) where ends_at is null;

-- The months that were billed, each once, also those that cost nothing.
create table platform.billed_months (
  organization_id bigint not null references platform.organizations on delete cascade,
  month date not null,
  primary key (organization_id, month)
);

-- Granted credits, and negative rows for those that invoices used. Their sum is the balance.
create table platform.credits (
  id bigint generated always as identity primary key,
  organization_id bigint not null references platform.organizations on delete cascade,
  amount_cents bigint not null check (amount_cents <> 0),
  reason text not null,
  at timestamptz not null
);
create index on platform.credits (organization_id);

-- Credits can pay all of an invoice.
alter table platform.invoices drop constraint invoices_amount_cents_check;
alter table platform.invoices add check (amount_cents >= 0);

create table platform.invoice_lines (
  invoice_id uuid not null references platform.invoices on delete cascade,
  position integer not null,
  description text not null,
  project_ref text,
  project_name text,
  quantity text not null,
  amount_cents bigint not null,
  primary key (invoice_id, position)
);
