import { OPT_IN_TAGS, PROVIDER_KINDS } from '@stoa/contract/catalog/assistant-levels'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const SettingsRow = z.object({
  opt_in_tags: z.array(z.enum(OPT_IN_TAGS)),
  provider_kind: z.enum(PROVIDER_KINDS).nullable(),
  base_url: z.string().nullable(),
  model: z.string().nullable(),
  sealed_key: z.instanceof(Buffer).nullable(),
})
export type SettingsRow = z.infer<typeof SettingsRow>

const NO_SETTINGS: SettingsRow = {
  opt_in_tags: [],
  provider_kind: null,
  base_url: null,
  model: null,
  sealed_key: null,
}

export const readSettingsRow = async (session: Session, organizationId: number) =>
  (await session.maybe(
    sql`
      select opt_in_tags, provider_kind, base_url, model, sealed_key
      from platform.assistant_settings where organization_id = ${organizationId}`,
    SettingsRow,
  )) ?? NO_SETTINGS

export const writeSettingsRow = (session: Session, organizationId: number, row: SettingsRow) =>
  session.run(sql`
    insert into platform.assistant_settings
      (organization_id, opt_in_tags, provider_kind, base_url, model, sealed_key)
    values (${organizationId}, ${row.opt_in_tags}::text[], ${row.provider_kind}, ${row.base_url},
            ${row.model}, ${row.sealed_key})
    on conflict (organization_id) do update set
      opt_in_tags = excluded.opt_in_tags, provider_kind = excluded.provider_kind,
      base_url = excluded.base_url, model = excluded.model, sealed_key = excluded.sealed_key`)

export type TokenUsage = { readonly input: number; readonly output: number }

export const addUsage = (
  session: Session,
  organizationId: number,
  { at, input, output }: TokenUsage & { readonly at: Date },
) =>
  session.run(sql`
    insert into platform.assistant_usage (organization_id, day, answers, input_tokens, output_tokens)
    select id, (${at}::timestamptz at time zone 'UTC')::date, 1, ${input}::bigint, ${output}::bigint
    from platform.organizations where id = ${organizationId}
    on conflict (organization_id, day) do update set
      answers = assistant_usage.answers + 1,
      input_tokens = assistant_usage.input_tokens + excluded.input_tokens,
      output_tokens = assistant_usage.output_tokens + excluded.output_tokens`)

/** The sums of the month of a time, in UTC. */
export const readUsage = (session: Session, organizationId: number, at: Date) =>
  session.one(
    sql`
      select coalesce(sum(answers), 0) as answers, coalesce(sum(input_tokens), 0) as input_tokens,
             coalesce(sum(output_tokens), 0) as output_tokens
      from platform.assistant_usage
      where organization_id = ${organizationId}
        and day >= date_trunc('month', ${at}::timestamptz at time zone 'UTC')::date`,
    z.object({
      answers: z.coerce.number(),
      input_tokens: z.coerce.number(),
      output_tokens: z.coerce.number(),
    }),
  )
