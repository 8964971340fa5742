import { z } from 'zod'
import { literal, rawSql, sql, type Sql } from '../../postgres/sql.ts'

const Name = z.string().min(1).max(63)
const column = { schema: Name, table: Name, column: Name }

/** New values for a column of a copy. Values that are null stay null. */
export const AnonymizeRule = z.discriminatedUnion('rule', [
  z.object({ ...column, rule: z.literal('null') }),
  /** Equal values become equal digests, in all columns of one copy. */
  z.object({ ...column, rule: z.literal('hash') }),
  z.object({ ...column, rule: z.literal('fake_email') }),
  z.object({ ...column, rule: z.literal('fake_name') }),
  z.object({ ...column, rule: z.literal('constant'), value: z.string().max(1000) }),
])
export type AnonymizeRule = z.infer<typeof AnonymizeRule>

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
  }
}

/** One of 32 names, by a byte of a digest. */
const pick = (names: string, digest: Sql, byte: 0 | 1): Sql =>
  sql`pg_catalog.split_part(${literal(names)}, ',',
    (pg_catalog.get_byte(${digest}, ${rawSql(String(byte))}) & 31) + 1)`
