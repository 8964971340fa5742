import type { AuthSettings, DataApiSettings } from '@stoa/contract/platform/projects'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'

type Change<T> = { readonly [Key in keyof T]?: T[Key] | undefined }

/** The settings a project's services read. Each part is changed field by field. */
export function createSettings(context: Context) {
  const { fleet, session, mutex } = context

  async function record(actor: Actor, scope: ProjectScope, part: string, change: object) {
    await audit(session, actor, {
      action: `project.update_${part}`,
      on: scope,
      metadata: { fields: Object.keys(change).join(',') },
    })
  }

  return {
    readDataApi: async ({ ref }: ProjectScope): Promise<DataApiSettings> =>
      (await fleet.settings(ref)).data_api,

    readAuth: async ({ ref }: ProjectScope): Promise<AuthSettings> =>
      (await fleet.settings(ref)).auth,

    updateDataApi: (actor: Actor, scope: ProjectScope, change: Change<DataApiSettings>) =>
      // Each change reads what it merges into, so one waits for the other.
      mutex.runExclusive(`settings ${scope.ref}`, async (): Promise<DataApiSettings> => {
        const current = await fleet.settings(scope.ref)
        const data_api = { ...current.data_api, ...given(change) }
        const saved = await fleet.updateSettings(scope.ref, { data_api })
        await record(actor, scope, 'data_api', change)
        return saved.data_api
      }),

    updateAuth: (actor: Actor, scope: ProjectScope, change: Change<AuthSettings>) =>
      // Each change reads what it merges into, so one waits for the other.
      mutex.runExclusive(`settings ${scope.ref}`, async (): Promise<AuthSettings> => {
        const current = await fleet.settings(scope.ref)
        const auth = { ...current.auth, ...given(change) }
        const saved = await fleet.updateSettings(scope.ref, { auth })
        await record(actor, scope, 'auth', change)
        return saved.auth
      }),
  }
}

/** The fields that are there: one sent as undefined leaves the stored value alone. */
const given = <T extends object>(change: Change<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<T>
