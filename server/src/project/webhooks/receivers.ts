import type { Webhook, WebhookDelivery } from '@stoa/contract/services/webhook-endpoints'
import { AppError } from '../../lib/errors.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../project.ts'
import type { CopiedProject } from '../service.ts'
import { requireUnchanged, type Expected } from '../unchanged.ts'
import { secretContext } from './deliver-webhook.ts'
import type { WebhookOutbox } from './outbox.ts'
import {
  adoptWebhook,
  changeWebhook,
  deleteDeliveries,
  deleteWebhook,
  findCopiedWebhooks,
  findDeliveries,
  findSealedSecret,
  findWebhook,
  findWebhooks,
  insertDelivery,
  insertWebhook,
  lockWebhook,
  repeatDelivery,
  webhookTables,
  type WebhookColumns,
  type WebhookTables,
} from './receiver-queries.ts'

/** The webhooks of one service: the receivers of its events. */
export type WebhookReceivers<Kind extends Webhook> = {
  list(project: Project): Promise<Kind[]>
  /** Rejects with 404 if the webhook does not exist, as every method with an id does. */
  read(project: Project, id: string): Promise<Kind>
  /** Resolves to the id and the signing secret. Rejects with 409 at the maximum. */
  add(
    project: Project,
    columns: WebhookColumns,
  ): Promise<{ readonly id: string; readonly secret: string }>
  /**
   * Rejects with 409 `definition_changed` unless the webhook still has the values in `replaces`.
   */
  change(
    project: Project,
    id: string,
    change: { readonly values: WebhookColumns; readonly replaces?: Expected<Kind> | undefined },
  ): Promise<Kind>
  remove(project: Project, id: string): Promise<void>
  reveal(project: Project, id: string): Promise<string>
  /** Replaces the signing secret and resolves to the new one. */
  rotate(project: Project, id: string): Promise<string>
  /** Adds an event. Resolves to the id of the delivery. */
  addEvent(project: Project, id: string, event: { type: string; body: string }): Promise<string>
  deliveries(project: Project, id: string): Promise<WebhookDelivery[]>
  /** Rejects with 404 if the delivery does not exist. */
  redeliver(project: Project, key: { id: string; delivery: string }): Promise<void>
  /**
   * In a copied project: keeps the webhooks of its origin switched off, because their receivers expect
   * the events of the origin, which sends those that wait. They get new signing secrets.
   */
  adopt(copy: Pick<CopiedProject, 'database' | 'from' | 'to'>): Promise<void>
  /** Rejects with `outgoing_refused` for a private address. */
  checkUrl(url: string): Promise<void>
}

type ReceiversOptions<Kind extends Webhook> = Parameters<typeof webhookTables<Kind>>[0] & {
  readonly maximum: number
  readonly codes: ReceiverCodes
  readonly outgoing: Outgoing
  readonly secrets: SecretBox
  readonly newId: () => string
  /** 32 random bytes from a secure source. */
  readonly newSecret: () => Buffer
  readonly outbox: WebhookOutbox
}

/** The error codes of refusals. */
type ReceiverCodes = {
  readonly unknown: string
  readonly unknownDelivery: string
  readonly full: string
}

type Receivers<Kind extends Webhook> = ReceiversOptions<Kind> & {
  readonly tables: WebhookTables<Kind>
}

/**
 * The webhooks in the table `webhooks` of a service's schema, whose events are in its outbox. Rows of
 * another project, as in a database that was restored from its backup, do not belong to it.
 */
export function createWebhookReceivers<Kind extends Webhook>(
  options: ReceiversOptions<Kind>,
): WebhookReceivers<Kind> {
  const { codes, outbox, secrets, outgoing } = options
  const receivers: Receivers<Kind> = { ...options, tables: webhookTables(options) }
  const { tables } = receivers
  return {
    list: (project) => findWebhooks(tables, project),
    read: (project, id) => read(receivers, project, { id }),
    add: (project, columns) => add(receivers, project, columns),
    change: (project, id, change) => update(receivers, project, { ...change, id }),
    async remove(project, id) {
      await deleteWebhook(tables, project, id)
    },
    async reveal(project, id) {
      await read(receivers, project, { id })
      const sealed = await findSealedSecret(tables, project, id)
      return secrets.open(Buffer.from(sealed, 'base64'), secretContext(project.ref, id))
    },
    rotate: (project, id) => rotate(receivers, project, id),
    async addEvent(project, id, event) {
      const delivery = await insertDelivery(tables, project, { ...event, webhookId: id })
      outbox.wake(project)
      return delivery
    },
    async deliveries(project, id) {
      await read(receivers, project, { id })
      return findDeliveries(tables, project, id)
    },
    async redeliver(project, key) {
      await read(receivers, project, key)
      if ((await repeatDelivery(tables, project, key)) === 0) throw unknownDelivery(codes)
      outbox.wake(project)
    },
    async adopt({ from, to, database }) {
      const session = tables.session({ database })
      await deleteDeliveries(tables, session)
      for (const { id } of await findCopiedWebhooks(tables, session, from)) {
        const sealedSecret = seal(receivers, { ref: to }, { id, secret: newSecret(receivers) })
        await adoptWebhook(tables, session, { id, to, sealedSecret })
      }
    },
    // Reports a private address immediately; any other failure can be fixed before the first event.
    checkUrl: (url) =>
      outgoing.resolve(new URL(url).hostname).then(
        () => {},
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'outgoing_refused') throw error
        },
      ),
  }
}

async function read<Kind extends Webhook>(
  { tables, codes }: Receivers<Kind>,
  project: Project,
  { id, session }: { readonly id: string; readonly session?: Session },
): Promise<Kind> {
  const webhook = await findWebhook(tables, project, { id, ...(session && { session }) })
  if (webhook) return webhook
  throw unknownWebhook(codes)
}

async function add<Kind extends Webhook>(
  receivers: Receivers<Kind>,
  project: Project,
  values: WebhookColumns,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { tables, codes, maximum, outbox } = receivers
  const id = receivers.newId()
  const secret = newSecret(receivers)
  const sealedSecret = seal(receivers, project, { id, secret })
  outbox.activate(project)
  if ((await insertWebhook(tables, project, { id, sealedSecret, values, maximum })) === 0)
    throw tooMany(codes, maximum)
  return { id, secret }
}

async function update<Kind extends Webhook>(
  receivers: Receivers<Kind>,
  project: Project,
  {
    id,
    values,
    replaces,
  }: {
    readonly id: string
    readonly values: WebhookColumns
    readonly replaces?: Expected<Kind> | undefined
  },
): Promise<Kind> {
  const { tables, outbox } = receivers
  await tables.session(project).transaction(async (tx) => {
    await lockWebhook(tables, tx, [project, id])
    requireUnchanged(await read(receivers, project, { id, session: tx }), replaces)
    await changeWebhook(tables, tx, { project, id, values })
  })
  outbox.wake(project)
  return read(receivers, project, { id })
}

async function rotate<Kind extends Webhook>(
  receivers: Receivers<Kind>,
  project: Project,
  id: string,
): Promise<string> {
  await read(receivers, project, { id })
  const secret = newSecret(receivers)
  const values = { sealed_secret: sql`${seal(receivers, project, { id, secret })}` }
  await changeWebhook(receivers.tables, receivers.tables.session(project), { project, id, values })
  return secret
}

type Sealing = Pick<Receivers<Webhook>, 'newSecret' | 'secrets'>

const newSecret = (receivers: Pick<Sealing, 'newSecret'>): string =>
  `whsec_${receivers.newSecret().toString('base64')}`

const seal = (
  { secrets }: Pick<Sealing, 'secrets'>,
  project: Pick<Project, 'ref'>,
  { id, secret }: { readonly id: string; readonly secret: string },
): string => secrets.seal(secret, secretContext(project.ref, id)).toString('base64')

const unknownWebhook = ({ unknown }: ReceiverCodes) =>
  new AppError(unknown, 'This webhook does not exist.', {
    status: 404,
    hint: 'It may have been deleted already. Reload the page.',
  })

const unknownDelivery = ({ unknownDelivery: code }: ReceiverCodes) =>
  new AppError(code, 'This delivery does not exist.', {
    status: 404,
    hint: 'The log keeps the latest 500 deliveries. Reload the page.',
  })

const tooMany = ({ full }: ReceiverCodes, maximum: number) =>
  new AppError(full, `A project can have at most ${maximum} webhooks.`, {
    status: 409,
    hint: 'Delete a webhook that is no longer used.',
  })
