import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { closeLook, openLook, readLook, type Look } from '@stoa/contract/platform/looks'
import {
  bringBack,
  listPastTables,
  previewBringBack,
  runPastQuery,
} from '@stoa/contract/services/meta/looks'
import { AppError } from '../../lib/errors.ts'
import {
  invalidOption,
  jsonOption,
  type Command,
  type CommandInput,
  type Io,
} from '../kit/command.ts'
import { findProject } from '../kit/find.ts'
import { json, table } from '../kit/output.ts'
import { targetOf, targetOptions } from '../kit/restore-target.ts'

const ARGUMENT = 'name or ref'
const PAUSE_MS = 300
const MOST_ROWS = 1000
const TIMEOUT_MS = 60_000

/** The commands that read an earlier moment, and bring its rows back. */
export const lookCommands: readonly Command[] = [
  {
    name: 'backups look',
    summary: 'Open an earlier moment beside the project, and list its tables. It can only be read',
    argument: ARGUMENT,
    options: [...targetOptions, jsonOption],
    async run(input, io) {
      const target = targetOf(input)
      const ref = await refOf(input, io)
      await io.client(openLook, { params: { ref }, body: { target } })
      const look = await waitUntilOpen(ref, io)
      const tables = await io.client(listPastTables, { params: { ref } })
      if (input.isSet('json')) return io.print(json({ look, tables }))
      const rows = tables.map((each) => [
        `${each.schema}.${each.name}`,
        each.kind,
        each.estimated_rows === null ? '' : String(each.estimated_rows),
      ])
      io.print(table(['TABLE', 'KIND', 'ESTIMATED ROWS'], rows, 'There were no tables.'))
      io.print(
        `The moment ${look.moment} can be read until ${look.ends_at}, or longer if it is used.`,
      )
    },
  },
  {
    name: 'backups query',
    summary: 'Run SQL in the opened moment',
    argument: ARGUMENT,
    options: [
      { name: 'sql', type: 'string', help: 'Statements that only read', isRequired: true },
      jsonOption,
    ],
    async run(input, io) {
      const ref = await refOf(input, io)
      const { results } = await io.client(runPastQuery, {
        params: { ref },
        body: {
          run_id: randomUUID(),
          sql: input.text('sql') ?? '',
          row_limit: MOST_ROWS,
          timeout_ms: TIMEOUT_MS,
        },
      })
      if (input.isSet('json')) return io.print(json(results))
      for (const { command, columns, rows } of results)
        io.print(
          columns.length === 0
            ? command
            : table(
                columns.map(({ name }) => name),
                rows.map((row) => row.map((cell) => cell ?? 'NULL')),
                'No rows.',
              ),
        )
    },
  },
  {
    name: 'backups bring-back',
    summary: 'Copy rows of the opened moment into the project',
    argument: ARGUMENT,
    options: [
      { name: 'table', type: 'string', help: 'Such as public.todos', isRequired: true },
      { name: 'where', type: 'string', help: 'A condition in SQL; all rows if omitted' },
      {
        name: 'missing',
        type: 'boolean',
        help: 'Insert the rows whose primary key the table lacks, instead of making a new table',
      },
      { name: 'dry-run', type: 'boolean', help: 'Only count the rows' },
      jsonOption,
    ],
    run: runBringBack,
  },
  {
    name: 'backups end-look',
    summary: 'Close the opened moment, or cancel its opening',
    argument: ARGUMENT,
    options: [],
    async run(input, io) {
      const ref = await refOf(input, io)
      await io.client(closeLook, { params: { ref } })
      io.print('Closed the moment.')
    },
  },
]

const refOf = async (input: CommandInput, { client }: Io): Promise<string> =>
  (await findProject(client, input.argument ?? '')).ref

async function waitUntilOpen(ref: string, { client }: Io): Promise<Look> {
  for (;;) {
    const { look } = await client(readLook, { params: { ref } })
    if (look?.phase === 'open') return look
    if (!look || look.phase === 'ending' || look.phase === 'ended')
      throw new AppError(
        look?.end?.code ?? 'look_closed',
        look?.end?.message ?? 'The moment was closed before it was open.',
        { status: 409, hint: look?.end?.hint ?? 'Open it again.' },
      )
    await delay(PAUSE_MS)
  }
}

async function runBringBack(input: CommandInput, io: Io): Promise<void> {
  const [schema = '', name = '', ...rest] = (input.text('table') ?? '').split('.')
  if (schema === '' || name === '' || rest.length > 0)
    throw invalidOption('Write --table as schema.table, such as public.todos.')
  const ref = await refOf(input, io)
  const body = {
    schema,
    table: name,
    where: input.text('where') ?? null,
    into: input.isSet('missing') ? ('missing_rows' as const) : ('new_table' as const),
  }
  if (input.isSet('dry-run')) {
    const counted = await io.client(previewBringBack, { params: { ref }, body })
    return io.print(
      input.isSet('json')
        ? json(counted)
        : `${counted.rows} rows would be read for ${schema}.${counted.target}.`,
    )
  }
  const done = await io.client(bringBack, { params: { ref }, body })
  io.print(
    input.isSet('json')
      ? json(done)
      : `Inserted ${done.inserted} of ${done.rows} rows into ${done.schema}.${done.table}, which had ${done.before} and has ${done.after}.`,
  )
}
