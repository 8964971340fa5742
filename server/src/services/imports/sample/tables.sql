create table public.categories (
  id bigint generated always as identity primary key,
  name text not null unique
);

create table public.products (
  id bigint generated always as identity primary key,
  category_id bigint not null references public.categories (id),
  name text not null,
  price numeric(10, 2) not null check (price >= 0),
  stock integer not null default 0 check (stock >= 0),
  tags text[] not null default '{}',
  details jsonb not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table public.orders (
  id bigint generated always as identity primary key,
  user_id uuid references auth.users (id) on delete set null,
  status text not null default 'open' check (status in ('open', 'paid', 'shipped', 'cancelled')),
  city text not null,
  ordered_at timestamptz not null default now()
);

create table public.order_items (
  order_id bigint not null references public.orders (id) on delete cascade,
  product_id bigint not null references public.products (id),
  quantity integer not null check (quantity > 0),
  unit_price numeric(10, 2) not null check (unit_price >= 0),
  primary key (order_id, product_id)
);

create table public.reviews (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  rating smallint not null check (rating between 1 and 5),
  text text,
  created_at timestamptz not null default now()
);

create index products_category_id on public.products (category_id);

create index orders_user_id on public.orders (user_id);

create index order_items_product_id on public.order_items (product_id);

create index reviews_product_id on public.reviews (product_id);

create index reviews_user_id on public.reviews (user_id);

comment on table public.products is 'What the shop sells';

comment on column public.order_items.unit_price is 'The price when the order was placed';

alter table public.categories enable row level security;

alter table public.products enable row level security;

alter table public.orders enable row level security;

alter table public.order_items enable row level security;

alter table public.reviews enable row level security;

create policy "Everyone can read categories" on public.categories
  for select to anon, authenticated using (true);

create policy "Everyone can read active products" on public.products
  for select to anon, authenticated using (is_active);

create policy "Users can read their orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Users can read the items of their orders" on public.order_items
  for select to authenticated using (
    exists (
      select from public.orders as o
      where o.id = order_id and o.user_id = (select auth.uid())
    )
  );

create policy "Everyone can read reviews" on public.reviews
  for select to anon, authenticated using (true);

create policy "Users can write reviews" on public.reviews
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "Users can change their reviews" on public.reviews
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "Users can delete their reviews" on public.reviews
  for delete to authenticated using (user_id = (select auth.uid()));
