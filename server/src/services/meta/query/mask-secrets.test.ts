import { expect, it } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

it.each([
  ["select * from orders where name = 'Flint'", "select * from orders where name = 'Flint'"],
  ["create role app login password 'hunter2'", "create role app login password '***'"],
  ['alter role app password $x$hunter2$x$;', "alter role app password '***';"],
  [
    "alter role app password E'hunter\\'2' valid until 'now'",
    "alter role app password '***' valid until '***'",
  ],
  [
    "insert into users (email, password) values ('a@b.c', 'hunter2')",
    "insert into users (email, password) values ('***', '***')",
  ],
  ["select crypt('hunter2', gen_salt('bf'))", "select crypt('***', gen_salt('***'))"],
  ["select dblink('host=x password=hunter2', $$select 1$$)", "select dblink('***', '***')"],
  ["select 'postgres://app:hunter2@db/x'", "select '***'"],
  ["-- the password is hunter2\nselect 'x'", "/* *** */\nselect '***'"],
  [
    "select 'kept'; /* password: hunter2 */ select 1; select 'kept'",
    "select 'kept'; /* *** */ select 1; select 'kept'",
  ],
  ['select "password" from users where id = 1', 'select "password" from users where id = 1'],
  ["create role app password 'hunter2", 'create role app password ***'],
])('keeps %s without its credentials', (text, kept) => {
  expect(maskSecrets(text)?.text).toBe(kept)
})

it('says whether it has changed the text', () => {
  expect(maskSecrets('select 1')).toEqual({ text: 'select 1', isMasked: false })
  expect(maskSecrets("select set_config('app.token', 'x', true)")?.isMasked).toBe(true)
})

it.each([
  "select vault.create_secret('hunter2', 'name')",
  'select "vault" . "update_secret"(\'id\', \'hunter2\')',
  "update vault.secrets set secret = 'hunter2'",
])('does not keep %s', (text) => {
  expect(maskSecrets(text)).toBeUndefined()
})

it('does not keep a text that is too long to be read', () => {
  expect(maskSecrets(`select ${'1 + '.repeat(300_000)}1`)).toBeUndefined()
})

it('reads a text of a megabyte that looks like many addresses', () => {
  const text = `select $$${'://a:'.repeat(199_000)}$$`
  expect(maskSecrets(text)).toEqual({ text, isMasked: false })
})
