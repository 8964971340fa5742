import { z } from 'zod'
import { endpoint, type Endpoint, type Operation } from './endpoint.ts'
import type { Permission } from './platform/permissions.ts'

const byRef = z.object({ ref: z.string() })
type ByRef = z.infer<typeof byRef>
type NoQuery = Record<never, never>

/** The fields of a section to change. Undefined fields keep their value. */
export type SettingsChange<Values> = {
  readonly [Field in keyof Values]?: Values[Field] | undefined
}

/** The operations that read and change the settings of one service in a project. */
export type SettingsOperations<Values extends object = object> = {
  /** The section's key in the stored settings, such as `data_api`. */
  readonly name: string
  readonly read: Operation<ByRef, NoQuery, undefined, Values>
  readonly update: Operation<ByRef, NoQuery, SettingsChange<Values>, Values>
}

/** The settings of one service in a project: their fields, defaults, and endpoints. */
export type SettingsSection<Values extends object = object> = SettingsOperations<Values> & {
  /** The schema that validates each field. */
  readonly fields: Readonly<Record<string, z.core.$ZodType>>
  /** A field that is missing, or whose value is no longer valid, is read as its default. */
  readonly defaults: Values
  /** Fields that hold a secret as text. They are encrypted at rest, and clients read them masked. */
  readonly secrets: readonly string[]
  readonly read: Endpoint<ByRef, NoQuery, undefined, Values>
  /** Changes the given fields and returns all fields. */
  readonly update: Endpoint<ByRef, NoQuery, SettingsChange<Values>, Values>
}

/** The values of a section. */
export type SettingsOf<Section> =
  Section extends SettingsSection<infer Values> ? Readonly<Values> : never

/**
 * The text that clients read in place of a stored secret. Sending it back leaves the secret
 * unchanged.
 */
export const MASKED_SECRET = '••••••••'

/** The values of a section as clients read them: each secret that is set is masked. */
export function maskSecrets<Values extends object>(
  { secrets }: SettingsSection<Values>,
  values: Readonly<Values>,
): Values {
  const masked = Object.entries(values).map(([field, value]) =>
    secrets.includes(field) && value !== '' ? [field, MASKED_SECRET] : [field, value],
  )
  // Every field keeps its name, and a masked field is text before and after.
  return Object.fromEntries(masked) as Values
}

/**
 * Declares a section with the path `/platform/projects/{ref}/config/<name>`, where dashes replace
 * underscores. Reading requires `project:read`; changing requires the permission in `change`.
 */
export function settingsSection<Fields extends Record<string, z.core.$ZodType>>({
  name,
  fields,
  defaults,
  secrets = [],
  change = 'project:update',
}: {
  readonly name: string
  readonly fields: Fields
  readonly defaults: { [Field in keyof Fields]: z.output<Fields[Field]> }
  /** Text fields whose values are secret; an empty text means that none is set. */
  readonly secrets?: readonly (keyof Fields & string)[]
  readonly change?: Permission
}): SettingsSection<{ [Field in keyof Fields]: z.output<Fields[Field]> }> {
  type Values = { [Field in keyof Fields]: z.output<Fields[Field]> }
  const accepted = withMasks(fields, secrets)
  const path = `/platform/projects/{ref}/config/${name.replaceAll('_', '-')}` as const
  const schema = z.object(accepted)
  // TypeScript can't resolve the types that zod computes from a generic shape.
  const whole = schema as unknown as z.core.$ZodType<Values>
  const partial = schema.partial() as unknown as z.core.$ZodType<SettingsChange<Values>>
  const common = { path, params: byRef, response: whole } as const
  return {
    name,
    fields: accepted,
    defaults,
    secrets,
    read: endpoint({ ...common, method: 'GET', access: 'project:read' }),
    update: endpoint({ ...common, method: 'PATCH', access: change, body: partial }),
  }
}

/** A masked secret is a valid value of its field, whatever the field's own format is. */
const withMasks = (
  fields: Readonly<Record<string, z.core.$ZodType>>,
  secrets: readonly string[],
): Readonly<Record<string, z.core.$ZodType>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      secrets.includes(name) ? z.union([z.literal(MASKED_SECRET), field]) : field,
    ]),
  )
