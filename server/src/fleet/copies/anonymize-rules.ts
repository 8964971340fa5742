import type { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import { literal, rawSql, sql, type Sql } from '../../postgres/sql.ts'

const FIRST_NAMES =
  'Ada,Alan,Anna,Ben,Carla,Dana,Elias,Emma,Finn,Grace,Hana,Ivan,Jonas,Kira,Lea,Mara,Milo,Nora,Omar,Pia,Ravi,Rosa,Sami,Tara,Theo,Uma,Vera,Wim,Yara,Zoe,Ines,Hugo'
const LAST_NAMES =
  'Adler,Baker,Brandt,Castro,Cohen,Diaz,Evans,Fischer,Garcia,Haddad,Ito,Jensen,Kaya,Kim,Lang,Lopez,Meyer,Mori,Novak,Okafor,Park,Rossi,Sato,Silva,Singh,Tanaka,Turner,Vogel,Wagner,Walker,Weber,Young'

/**
 * The expression for the new values of a column. `type` is its type as Postgres prints it. A digest
 * depends on the salt, so that nobody can find a value by trying.
 */
export function newValue(
  rule: AnonymizeRule,
  { name, type, salt }: { readonly name: Sql; readonly type: Sql; readonly salt: string },
): Sql {
  if (rule.rule === 'null') return sql`null`
  const text = textOf(
    rule,
    sql`pg_catalog.sha256(pg_catalog.convert_to(
    pg_catalog.concat(${literal(salt)}::pg_catalog.text, ${name}::pg_catalog.text), 'UTF8'))`,
  )
  return sql`case when ${name} is null then null else cast(${text} as ${type}) end`
}

function textOf(rule: Exclude<AnonymizeRule, { rule: 'null' }>, digest: Sql): Sql {
  const hex = (digits: number) =>
    sql`pg_catalog.left(pg_catalog.encode(${digest}, 'hex'), ${rawSql(String(digits))})`
  switch (rule.rule) {
    case 'constant':
      return sql`${literal(rule.value)}::pg_catalog.text`
    case 'hash':
      // Also a valid UUID.
      return hex(32)
    case 'fake_email':
      return sql`pg_catalog.concat('user-', ${hex(20)}, '@example.com')`
    case 'fake_name':
      return sql`pg_catalog.concat(${pick(FIRST_NAMES, digest, 0)}, ' ', ${pick(LAST_NAMES, digest, 1)})`
    case 'fake_phone':
      // Numbers that begin with 555 01 belong to nobody in any area of North America.
      return sql`pg_catalog.concat('+1', 200 + ${number(digest)} % 800, '55501',
        pg_catalog.lpad((${number(digest)} / 800 % 100)::pg_catalog.text, 2, '0'))`
    case 'fake_number':
      return sql`(${number(digest)} % 10000)::pg_catalog.text`
  }
}

/** A number of up to nine digits, from the first bytes of a digest. */
const number = (digest: Sql): Sql =>
  sql`('x' operator(pg_catalog.||) pg_catalog.left(pg_catalog.encode(${digest}, 'hex'), 7))::pg_catalog.bit(28)::pg_catalog.int4`

/** One of 32 names, by a byte of a digest. */
const pick = (names: string, digest: Sql, byte: 0 | 1): Sql =>
  sql`pg_catalog.split_part(${literal(names)}, ',',
    (pg_catalog.get_byte(${digest}, ${rawSql(String(byte))}) & 31) + 1)`
