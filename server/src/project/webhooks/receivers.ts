import { WebhookDelivery, type Webhook } from '@stoa/contract/services/webhook-endpoints'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { ServiceRole } from '../../postgres/database.ts'
import { ident, joinSql, sql, type Sql } from '../../postgres/sql.ts'
import type { Session } from '../../postgres/session.ts'
import type { Project } from '../project.ts'
import { requireUnchanged, type Expected } from '../unchanged.ts'
import { secretContext } from './deliver-webhook.ts'
import type { WebhookOutbox } from './outbox.ts'

/** Values for columns of a webhook. */
export type WebhookColumns = Readonly<Record<string, Sql>>

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
  /** Rejects with `outgoing_refused` for a private address. */
  checkUrl(url: string): Promise<void>
}

const SHOWN = 50

const MOMENT = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

/** A time in the contract's format. */
export const momentSql = (moment: Sql): Sql =>
  sql`pg_catalog.to_char(${moment} at time zone 'UTC', ${MOMENT})`

/**
 * The webhooks in the table `webhooks` of a service's schema, whose events are in its outbox. A
 * copy of a project contains the original's rows, which do not belong to it.
 */
export function createWebhookReceivers<Kind extends Webhook>({
  role,
  schema,
  record,
  columns,
  joins = sql``,
  maximum,
  codes,
  outgoing,
  secrets,
  newId,
  newSecret,
  outbox,
}: {
  readonly role: ServiceRole
  readonly schema: string
  readonly record: z.core.$ZodType<Kind>
  /** The columns of a record that only this service has, from the row `w` and the joins. */
  readonly columns: Sql
  readonly joins?: Sql
  readonly maximum: number
  /** The error codes of refusals. */
  readonly codes: {
    readonly unknown: string
    readonly unknownDelivery: string
    readonly full: string
  }
  readonly outgoing: Outgoing
  readonly secrets: SecretBox
  readonly newId: () => string
  /** 32 random bytes from a secure source. */
  readonly newSecret: () => Buffer
  readonly outbox: WebhookOutbox
}): WebhookReceivers<Kind> {
  const webhooks = ident(schema, 'webhooks')
  const deliveries = ident(schema, 'webhook_deliveries')
  const admin = (project: Project) => project.database.as(role)
  const own = (project: Project, id: string): Sql =>
    sql`w.id = ${id}::uuid and w.project_ref = ${project.ref}`
  const generate = () => `whsec_${newSecret().toString('base64')}`
  const seal = (project: Project, id: string, secret: string) =>
    secrets.seal(secret, secretContext(project.ref, id)).toString('base64')

  const select = (
    project: Project,
    condition: Sql,
    session: Pick<Session, 'many'> = admin(project),
  ) =>
    session.many(
      sql`
        select w.id, w.name, w.url, w.enabled, ${momentSql(sql`w.created_at`)} as created_at,
          (select pg_catalog.count(*)::integer from ${deliveries} as d
            where d.webhook_id = w.id and d.state = 'pending') as pending,
          ${columns}
        from ${webhooks} as w ${joins} where ${condition}
        order by w.created_at, w.id`,
      record,
    )

  async function read(
    project: Project,
    id: string,
    session?: Pick<Session, 'many'>,
  ): Promise<Kind> {
    const [found] = await select(project, own(project, id), session)
    if (found) return found
    throw new AppError(codes.unknown, 'This webhook does not exist.', {
      status: 404,
      hint: 'It may have been deleted already. Reload the page.',
    })
  }

  return {
    list: (project) => select(project, sql`w.project_ref = ${project.ref}`),
    read: (project, id) => read(project, id),
    async add(project, values) {
      const id = newId()
      const secret = generate()
      const row: WebhookColumns = {
        ...values,
        id: sql`${id}::uuid`,
        project_ref: sql`${project.ref}`,
        sealed_secret: sql`${seal(project, id, secret)}`,
      }
      outbox.activate(project)
      const created = await admin(project).run(sql`
        insert into ${webhooks} (${joinSql(Object.keys(row).map((name) => ident(name)))})
        select ${joinSql(Object.values(row))}
        where (select pg_catalog.count(*) from ${webhooks}) < ${maximum}::integer`)
      if (created > 0) return { id, secret }
      throw new AppError(codes.full, `A project can have at most ${maximum} webhooks.`, {
        status: 409,
        hint: 'Delete a webhook that is no longer used.',
      })
    },
    async change(project, id, { values, replaces }) {
      const changes = Object.entries(values).map(([name, value]) => sql`${ident(name)} = ${value}`)
      await admin(project).transaction(async (tx) => {
        await tx.run(sql`select from ${webhooks} as w where ${own(project, id)} for update`)
        requireUnchanged(await read(project, id, tx), replaces)
        if (changes.length > 0)
          await tx.run(
            sql`update ${webhooks} as w set ${joinSql(changes)} where ${own(project, id)}`,
          )
      })
      outbox.wake(project)
      return read(project, id)
    },
    async remove(project, id) {
      await admin(project).run(sql`delete from ${webhooks} as w where ${own(project, id)}`)
    },
    async reveal(project, id) {
      await read(project, id)
      const { sealed } = await admin(project).one(
        sql`select w.sealed_secret as sealed from ${webhooks} as w where ${own(project, id)}`,
        z.object({ sealed: z.string() }),
      )
      return secrets.open(Buffer.from(sealed, 'base64'), secretContext(project.ref, id))
    },
    async rotate(project, id) {
      await read(project, id)
      const secret = generate()
      await admin(project).run(sql`
        update ${webhooks} as w set sealed_secret = ${seal(project, id, secret)}
        where ${own(project, id)}`)
      return secret
    },
    async addEvent(project, id, { type, body }) {
      const added = await admin(project).one(
        sql`
          insert into ${deliveries} (webhook_id, event, body)
          values (${id}::uuid, ${type}, ${body}) returning id`,
        z.object({ id: z.string() }),
      )
      outbox.wake(project)
      return added.id
    },
    async deliveries(project, id) {
      await read(project, id)
      return admin(project).many(
        sql`
          select id, event, body, state, attempts, last_status, last_response, last_error,
            ${momentSql(sql`created_at`)} as created_at, ${momentSql(sql`ended_at`)} as ended_at
          from ${deliveries} as d where webhook_id = ${id}::uuid
          order by d.created_at desc, d.id limit ${SHOWN}`,
        WebhookDelivery,
      )
    },
    async redeliver(project, { id, delivery }) {
      await read(project, id)
      const found = await admin(project).run(sql`
        update ${deliveries}
        set state = 'pending', attempts = 0, next_at = '-infinity', ended_at = null
        where id = ${delivery}::uuid and webhook_id = ${id}::uuid`)
      if (found === 0)
        throw new AppError(codes.unknownDelivery, 'This delivery does not exist.', {
          status: 404,
          hint: 'The log keeps the latest 500 deliveries. Reload the page.',
        })
      outbox.wake(project)
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
