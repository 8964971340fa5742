insert into public.categories (name)
values ('Bread'), ('Cheese'), ('Coffee'), ('Fruit'), ('Honey'), ('Tea');

insert into public.products (category_id, name, price, stock, tags, details, is_active)
select c.id, p.name, p.price, p.stock, p.tags, p.details, p.is_active
from (values
  ('Bread', 'Rye loaf', 4.20, 18, array['organic'], '{"weight_g": 750, "origin": "Denmark"}'::jsonb, true),
  ('Bread', 'Sourdough loaf', 4.80, 12, array['organic', 'bestseller'], '{"weight_g": 800, "origin": "France"}', true),
  ('Bread', 'Spelt rolls', 2.90, 40, array[]::text[], '{"pieces": 6}', true),
  ('Cheese', 'Comté', 9.90, 9, array['raw milk'], '{"weight_g": 250, "months": 18, "origin": "France"}', true),
  ('Cheese', 'Gouda', 6.40, 25, array['bestseller'], '{"weight_g": 300, "months": 6, "origin": "Netherlands"}', true),
  ('Cheese', 'Manchego', 8.70, 0, array['sheep'], '{"weight_g": 250, "months": 12, "origin": "Spain"}', true),
  ('Coffee', 'Espresso blend', 11.50, 60, array['bestseller'], '{"weight_g": 500, "roast": "dark"}', true),
  ('Coffee', 'Ethiopia Yirgacheffe', 13.90, 22, array['organic', 'single origin'], '{"weight_g": 350, "roast": "light", "origin": "Ethiopia"}', true),
  ('Coffee', 'Decaf', 10.90, 14, array['decaf'], '{"weight_g": 500, "roast": "medium"}', true),
  ('Fruit', 'Apricots, dried', 5.60, 33, array['organic'], '{"weight_g": 400, "origin": "Türkiye"}', true),
  ('Fruit', 'Blood oranges', 3.80, 52, array['seasonal'], '{"weight_g": 1000, "origin": "Italy"}', true),
  ('Fruit', 'Quinces', 4.10, 7, array['seasonal'], '{"weight_g": 1000, "origin": "Greece"}', false),
  ('Honey', 'Chestnut honey', 8.20, 16, array['raw'], '{"weight_g": 500, "origin": "Italy"}', true),
  ('Honey', 'Heather honey', 9.30, 11, array['raw'], '{"weight_g": 500, "origin": "Scotland"}', true),
  ('Tea', 'Assam', 7.10, 28, array[]::text[], '{"weight_g": 200, "origin": "India"}', true),
  ('Tea', 'Sencha', 9.80, 19, array['organic', 'bestseller'], '{"weight_g": 150, "origin": "Japan"}', true)
) as p (category, name, price, stock, tags, details, is_active)
join public.categories as c on c.name = p.category;

insert into public.orders (status, city, ordered_at)
select
  (array['open', 'paid', 'shipped', 'shipped', 'cancelled'])[1 + number % 5],
  (array['Athens', 'Lisbon', 'Oslo', 'Osaka', 'Quito', 'São Paulo', 'Zürich'])[1 + number % 7],
  pg_catalog.date_trunc('hour', pg_catalog.now()) - number * interval '7 hours'
from pg_catalog.generate_series(1, 120) as number;

insert into public.order_items (order_id, product_id, quantity, unit_price)
select o.id, p.id, 1 + (o.id * 3 + p.id) % 4, p.price
from public.orders as o
join public.products as p on (o.id * 7 + p.id * 5) % 6 = 0;

insert into public.reviews (product_id, user_id, rating, text, created_at)
select p.id, null, 5 - (p.id * number) % 3,
  (array['Arrived fresh.', 'As described.', 'Better than expected.', null])[1 + (p.id + number) % 4],
  pg_catalog.date_trunc('hour', pg_catalog.now()) - (p.id * number) * interval '9 hours'
from public.products as p
cross join pg_catalog.generate_series(1, 3) as number;
