import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The maximum number of columns that one project has rules for. */
export const MAX_ANONYMIZE_RULES = 500

const Name = z.string().min(1).max(63)
const column = { schema: Name, table: Name, column: Name }

/** New values for a column of a copy. Values that are null stay null. */
export const AnonymizeRule = z.discriminatedUnion('rule', [
  z.object({ ...column, rule: z.literal('null') }),
  /** Equal values become equal digests, in all columns of one copy. */
  z.object({ ...column, rule: z.literal('hash') }),
  z.object({ ...column, rule: z.literal('fake_email') }),
  z.object({ ...column, rule: z.literal('fake_name') }),
  z.object({ ...column, rule: z.literal('fake_phone') }),
  /** A whole number below 10,000. */
  z.object({ ...column, rule: z.literal('fake_number') }),
  z.object({ ...column, rule: z.literal('constant'), value: z.string().max(1000) }),
])
export type AnonymizeRule = z.infer<typeof AnonymizeRule>
export type AnonymizeRuleKind = AnonymizeRule['rule']

/** The columns whose values are replaced in anonymized branches of a project. */
export const Anonymization = z.object({
  rules: z.array(AnonymizeRule),
  /** Null while nobody has saved rules. */
  updated_at: z.string().nullable(),
  /** The name or email address of the person who saved them; null for others and deleted accounts. */
  updated_by: z.string().nullable(),
})
export type Anonymization = z.infer<typeof Anonymization>

export const AnonymizableColumn = z.object({
  ...column,
  type: z.string(),
  is_nullable: z.boolean(),
  /** The rule for a column that looks like personal data; null for others. */
  suggestion: AnonymizeRule.nullable(),
})
export type AnonymizableColumn = z.infer<typeof AnonymizableColumn>

const byRef = z.object({ ref: z.string() })
const path = '/platform/projects/{ref}/anonymization'

/** The rules of a project, which apply to all of its branches. */
export const getAnonymization = endpoint({
  method: 'GET',
  path,
  access: 'branch:read',
  params: byRef,
  response: Anonymization,
})

/**
 * Replaces the rules of a project. They apply to branches that are created or reset later. Returns
 * 409 `rules_of_project` for a branch, and 400 `duplicate_rule` for a column with two rules.
 */
export const saveAnonymization = endpoint({
  method: 'PUT',
  path,
  access: 'branch:manage',
  params: byRef,
  body: z.object({ rules: z.array(AnonymizeRule).max(MAX_ANONYMIZE_RULES) }),
  response: Anonymization,
})

/**
 * The columns that can have rules: of the project's own tables, and of those in `auth` that identify
 * users. Wakes the project. The list ends after 5000 columns.
 */
export const listAnonymizableColumns = endpoint({
  method: 'GET',
  path: `${path}/columns`,
  access: 'database:read',
  params: byRef,
  response: z.array(AnonymizableColumn),
})
