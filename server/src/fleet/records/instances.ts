import { EventEmitter } from 'node:events'
import type { ComputeSizeId } from '@stoa/contract/catalog/compute-sizes'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Database, ServiceSession, Session } from '../../postgres/database.ts'
import type { Within } from '../../postgres/within.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import { projectNotFound } from '../../project/refusals.ts'
import type { Origin } from '../copies/origins.ts'
import type { Instance, ProjectSecrets } from '../port.ts'
import {
  changeCompute,
  changeStatus,
  findInstance,
  findSecrets,
  findWhole,
  forgetRelease,
  insertInstance,
  lockSecrets,
  saveSecrets,
  type EngineRecord,
  type InstanceChange,
  type InstanceRow,
} from './queries.ts'
import { refusal, TRANSITIONS, type FleetEvent } from '../lifecycle/status.ts'

/** `pendingPassword` is recorded before the cluster has it, so a later start can complete it. */
const StoredSecrets = z.object({
  keys: z.object({
    jwtSecret: z.string(),
    anonKey: z.string(),
    serviceRoleKey: z.string(),
    // Present only in a project whose keys have no records yet (`key-state.ts`).
    publishableKey: z.string().optional(),
    secretKey: z.string().optional(),
  }),
  databasePassword: z.string(),
  pendingPassword: z.string().optional(),
})
export type StoredSecrets = z.infer<typeof StoredSecrets>

export type Outcome = { readonly instance: InstanceRow; readonly hasChanged: boolean }

/** The records of the fleet: `fleet.instances` in the control-plane database. */
export type Instances = ReturnType<typeof createInstances>

export function createInstances(deps: {
  control: Database
  box: SecretBox
  clock: Clock
  /** Called by `announce` for each change. */
  onChange?: ((ref: string) => void) | undefined
}) {
  const { box, clock } = deps
  const changes = new EventEmitter().setMaxListeners(0)
  // Only the server itself reads and writes the fleet's tables, never an API caller.
  const session = (): ServiceSession => deps.control.as(SUPERUSER)
  const open = (ref: string, sealed: Buffer | null): StoredSecrets => {
    if (!sealed) throw projectNotFound()
    return StoredSecrets.parse(JSON.parse(box.open(sealed, ref)))
  }
  const seal = (ref: string, secrets: StoredSecrets | ProjectSecrets): Buffer =>
    box.seal(JSON.stringify(secrets), ref)

  /** Replaces the secrets with the result of `change`; changes run one at a time. */
  const changeSecrets = (
    ref: string,
    change: (secrets: StoredSecrets) => StoredSecrets,
    within?: Within,
  ) =>
    session().transaction(async (tx) => {
      const secrets = change(open(ref, (await lockSecrets(tx, ref))?.secrets ?? null))
      await saveSecrets(tx, ref, seal(ref, secrets))
      await within?.(tx)
    })

  return {
    session,
    openKeys: (ref: string, sealed: Buffer | null) => open(ref, sealed).keys,
    async replaceKeys(
      tx: Session,
      ref: string,
      { sealed, keys }: { sealed: Buffer | null; keys: StoredSecrets['keys'] },
    ): Promise<void> {
      await saveSecrets(tx, ref, seal(ref, { ...open(ref, sealed), keys }))
    },
    find: (ref: string, tx: Session = session()) => findInstance(tx, ref),

    /** Loads everything needed to start a project. */
    async load(ref: string) {
      const found = await findWhole(session(), ref)
      if (!found) throw projectNotFound()
      return {
        instance: found,
        secrets: open(ref, found.secrets),
      }
    },

    insert: (
      tx: Session,
      ref: string,
      secrets: ProjectSecrets,
      {
        origin = null,
        computeSize = null,
      }: { readonly origin?: Origin | null; readonly computeSize?: ComputeSizeId | null } = {},
    ) =>
      insertInstance(tx, {
        ref,
        secrets: seal(ref, secrets),
        origin,
        computeSize,
        at: clock.now(),
      }),

    /**
     * Applies an event according to the transition table. Rejects with 404 `project_not_found`, or
     * with 409 if the table says `reject`. Call `announce` once the change is committed.
     */
    apply: (tx: Session, ref: string, event: FleetEvent, change?: InstanceChange) =>
      applyEvent(tx, ref, { event, change, at: () => clock.now() }),

    announce(ref: string): void {
      changes.emit(topic(ref))
      deps.onChange?.(ref)
    },

    /**
     * Waits until the status is none of these, or until the timeout; returns the current instance.
     */
    waitWhile: (ref: string, statuses: readonly ProjectStatus[], timeoutMs: number) =>
      waitWhile({ session, changes }, ref, { statuses, timeoutMs }),

    async secrets(ref: string): Promise<StoredSecrets> {
      return open(ref, (await findSecrets(session(), ref))?.secrets ?? null)
    },

    /** Records whether the database runs, and after a start its engine; the status is unchanged. */
    async setCompute(
      ref: string,
      compute: Instance['compute'],
      engine?: EngineRecord,
    ): Promise<void> {
      await changeCompute(session(), ref, { compute, at: clock.now(), ...(engine && { engine }) })
    },

    /** Records that the next start prepares the database, whatever release and engine it has. */
    forgetRelease: (ref: string) => forgetRelease(session(), ref),

    /** Records that the next start sets the owner's password, because the data may have another one. */
    async intendSamePassword(ref: string): Promise<void> {
      await changeSecrets(ref, (secrets) => ({
        ...secrets,
        pendingPassword: secrets.pendingPassword ?? secrets.databasePassword,
      }))
    },
    /** Records a password before it is set in the cluster. */
    async intendPassword(ref: string, password: string, within?: Within): Promise<void> {
      await changeSecrets(ref, (secrets) => ({ ...secrets, pendingPassword: password }), within)
    },
    /** Records the cluster's password: the new one, or the former one if the change failed. */
    async settlePassword(ref: string, password: string): Promise<void> {
      await changeSecrets(ref, ({ keys }) => ({ keys, databasePassword: password }))
    },
  }
}

async function applyEvent(
  tx: Session,
  ref: string,
  {
    event,
    change = { failure: null },
    at,
  }: {
    readonly event: FleetEvent
    readonly change: InstanceChange | undefined
    readonly at: () => Date
  },
): Promise<Outcome> {
  for (;;) {
    const instance = await findInstance(tx, ref)
    if (!instance) throw projectNotFound()
    const to = TRANSITIONS[instance.status][event]
    if (to === 'ignore') return { instance, hasChanged: false }
    if (to === 'reject') throw refusal(instance.status, event)
    const changed = await changeStatus(tx, ref, { ...change, from: instance.status, to, at: at() })
    // A concurrent change came first, so the event is applied to the new status.
    if (changed) return { instance: changed, hasChanged: true }
  }
}

async function waitWhile(
  { session, changes }: { readonly session: () => Session; readonly changes: EventEmitter },
  ref: string,
  {
    statuses,
    timeoutMs,
  }: { readonly statuses: readonly ProjectStatus[]; readonly timeoutMs: number },
): Promise<InstanceRow> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const changed = nextChange(changes, ref, deadline - performance.now())
    const instance = await findInstance(session(), ref)
    if (!instance) throw projectNotFound()
    if (!statuses.includes(instance.status) || performance.now() >= deadline) {
      changed.cancel()
      return instance
    }
    await changed.done
  }
}

// The prefix keeps a ref from being `error`, which the emitter treats specially.
const topic = (ref: string) => `instance ${ref}`

function nextChange(changes: EventEmitter, ref: string, timeoutMs: number) {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const finish = () => {
    clearTimeout(timer)
    changes.off(topic(ref), finish)
    resolve()
  }
  const timer = setTimeout(finish, Math.max(0, timeoutMs))
  changes.on(topic(ref), finish)
  return { done, cancel: finish }
}

export const toInstance = (row: InstanceRow): Instance => ({
  ref: row.ref,
  status: row.status,
  compute: row.compute,
  failure: row.failure,
  engineVersion: row.engine_version,
  createdAt: row.created_at,
  lastActiveAt: row.last_active_at,
  resetAt: row.reset_at,
  computeSize: row.compute_size,
})
