import type { SettingsChange, SettingsSection } from '@stoa/contract/settings-section'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'

/** Changes the given fields of one section, and writes the audit row in the same transaction. */
export const changeSettings = <Values extends object>(
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  given: {
    readonly scope: ProjectScope
    readonly section: SettingsSection<Values>
    readonly change: SettingsChange<Values>
  },
): Promise<Values> => {
  const { scope, section, change } = given
  return fleet.updateSettings(scope.ref, section, change, (tx) =>
    audit(tx, actor, {
      action: `project.update_${section.name}`,
      on: scope,
      metadata: { fields: Object.keys(change).join(',') },
    }),
  )
}
