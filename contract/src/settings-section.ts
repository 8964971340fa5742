import { z } from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'
import type { Permission } from './platform/permissions.ts'

const byRef = z.object({ ref: z.string() })
type ByRef = z.infer<typeof byRef>
type NoQuery = Record<never, never>

/** Some of a section's fields; one that is undefined stays as it is. */
export type SettingsChange<Values> = {
  readonly [Field in keyof Values]?: Values[Field] | undefined
}

/** One service's part of a project's settings: what may be stored, what a new project has, and how members reach it. */
export type SettingsSection<Values extends object = object> = {
  /** The section's key in the stored settings: `data_api`. */
  readonly name: string
  /** How each field is validated. */
  readonly fields: Readonly<Record<string, z.ZodType>>
  /** A field that is missing, or that a newer release no longer accepts, reads as its default. */
  readonly defaults: Values
  readonly read: Endpoint<ByRef, NoQuery, undefined, Values>
  /** Changes the fields that are sent and answers all of them. */
  readonly update: Endpoint<ByRef, NoQuery, SettingsChange<Values>, Values>
}

/** What a section holds, once read. */
export type SettingsOf<Section> =
  Section extends SettingsSection<infer Values> ? Readonly<Values> : never

/**
 * Declares a section, reached at `/platform/projects/{ref}/config/<name>` with dashes for
 * underscores. Reading needs `project:read`, changing needs `change`.
 */
export function settingsSection<Fields extends Record<string, z.ZodType>>({
  name,
  fields,
  defaults,
  change = 'project:update',
}: {
  readonly name: string
  readonly fields: Fields
  readonly defaults: { [Field in keyof Fields]: z.output<Fields[Field]> }
  readonly change?: Permission
}): SettingsSection<{ [Field in keyof Fields]: z.output<Fields[Field]> }> {
  type Values = { [Field in keyof Fields]: z.output<Fields[Field]> }
  const path = `/platform/projects/{ref}/config/${name.replaceAll('_', '-')}` as const
  const schema = z.object(fields)
  // zod computes both types by way of the shape, which TypeScript cannot follow for a generic one.
  const whole = schema as unknown as z.ZodType<Values>
  const partial = schema.partial() as unknown as z.ZodType<SettingsChange<Values>>
  const common = { path, params: byRef, response: whole } as const
  return {
    name,
    fields,
    defaults,
    read: endpoint({ ...common, method: 'GET', access: 'project:read' }),
    update: endpoint({ ...common, method: 'PATCH', access: change, body: partial }),
  }
}
