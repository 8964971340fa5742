import {
  FindingKind,
  type AdvisorRule,
  type Finding,
  type Fix,
} from '@stoa/contract/services/advisors/advisors'
import { z } from 'zod'
import type { Sql } from '../../postgres/sql.ts'
import { cacheKeyOf } from './cache-key.ts'

/** The parts of a project's settings that decide which objects have a fault. */
export type LintScope = {
  /** The schemas that the data API serves; none while it is disabled. */
  readonly exposed: readonly string[]
  /** The schemas of the platform, which their owner cannot change. */
  readonly excluded: readonly string[]
  readonly allowsAnonymousUsers: boolean
}

/** A row of a lint's query. `subject` distinguishes several findings of one object. */
export const LintRow = z.object({
  kind: FindingKind,
  schema: z.string().nullable(),
  name: z.string(),
  table: z.string().nullable(),
  table_id: z.int().nullable(),
  subject: z.array(z.string()),
  facts: z.unknown(),
})
export type LintRow = z.infer<typeof LintRow>

/** The SQL that corrects a finding. */
export type LintFix = Pick<Fix, 'title' | 'locks' | 'effect'> & {
  readonly statements: readonly Sql[]
  readonly undo: readonly Sql[] | null
  /** The statements cannot run in a transaction. */
  readonly isConcurrent?: true
}

/** An object with a fault, and its correction. */
export type Fault = { readonly finding: Finding; readonly fix: LintFix | undefined }

/** A check that is one query on the catalog. */
export type Lint = {
  readonly rule: AdvisorRule
  readonly find: (scope: LintScope) => Sql
  /** Undefined if the row has no fault after all. */
  readonly read: (row: LintRow) => Fault | undefined
}

type LintDefinition<Facts> = Omit<AdvisorRule, 'source'> & {
  /** The columns of `LintRow`, in that order. */
  readonly find: (scope: LintScope) => Sql
  /** Further facts about the object, from the query. */
  readonly facts: z.core.$ZodType<Facts>
  /** A further condition, which SQL cannot express. */
  readonly accepts?: (facts: Facts) => boolean
  readonly detail: (row: LintRow, facts: Facts) => string
  readonly foreignKey?: (facts: Facts) => Finding['foreign_key']
  readonly fix?: (row: LintRow, facts: Facts) => LintFix | undefined
}

export function defineLint<Facts>({
  find,
  facts: schema,
  accepts = () => true,
  detail,
  foreignKey = () => null,
  fix = () => undefined,
  ...rule
}: LintDefinition<Facts>): Lint {
  return {
    rule: { ...rule, source: 'database' },
    find,
    read(row) {
      const facts = z.parse(schema, row.facts)
      if (!accepts(facts)) return undefined
      const composed = fix(row, facts)
      const { kind, schema: home, name, table, table_id } = row
      return {
        finding: {
          cache_key: cacheKeyOf(rule.name, [home ?? '', table ?? '', name, ...row.subject]),
          rule: rule.name,
          level: rule.level,
          category: rule.category,
          title: rule.title,
          detail: detail(row, facts),
          kind,
          schema: home,
          name,
          table,
          table_id,
          foreign_key: foreignKey(facts),
          can_fix: composed !== undefined,
        },
        fix: composed,
      }
    },
  }
}

/** For lints that need nothing but the names. */
export const NoFacts = z.unknown()

/** The name of an object with its schema, as people write it. */
export const displayName = ({ schema, name }: Pick<LintRow, 'schema' | 'name'>): string =>
  schema === null ? name : `${schema}.${name}`
