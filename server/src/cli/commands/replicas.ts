import { setTimeout as sleep } from 'node:timers/promises'
import {
  addReadReplica,
  listReadReplicas,
  removeReadReplica,
  type ReadReplica,
} from '@stoa/contract/platform/read-replicas'
import { AppError } from '../../lib/errors.ts'
import { jsonOption, type Command, type CommandInput, type Io } from '../kit/command.ts'
import { findProject } from '../kit/find.ts'
import { json, table } from '../kit/output.ts'

const ARGUMENT = 'name or ref'
const POLL_MS = 1000

export const replicaCommands: readonly Command[] = [
  {
    name: 'replicas list',
    summary: 'List the read replicas of a project and how far they are behind',
    argument: ARGUMENT,
    options: [jsonOption],
    run: list,
  },
  {
    name: 'replicas add',
    summary: 'Add a read replica to a project',
    argument: ARGUMENT,
    options: [
      { name: 'wait', type: 'boolean', help: 'Wait until the command has finished' },
      jsonOption,
    ],
    run: add,
  },
  {
    name: 'replicas remove',
    summary: 'Remove a read replica',
    argument: 'identifier',
    options: [
      { name: 'project', type: 'string', help: 'Name or ref of the project', isRequired: true },
      jsonOption,
    ],
    async run(input, { client, print }) {
      const { ref } = await findProject(client, input.text('project') ?? '')
      const answer = await client(removeReadReplica, {
        params: { ref, replica_id: input.argument ?? '' },
      })
      print(input.isSet('json') ? json(answer) : `Removed ${answer.identifier}.`)
    },
  },
]

async function list(input: CommandInput, { client, print }: Io): Promise<void> {
  const { ref } = await findProject(client, input.argument ?? '')
  const replicas = await client(listReadReplicas, { params: { ref } })
  const rows = replicas.map((replica) => [
    replica.identifier,
    replica.state,
    replica.lag_bytes === null ? '' : `${replica.lag_bytes} B`,
    replica.lag_seconds === null ? '' : `${replica.lag_seconds.toFixed(1)} s`,
    replica.connection_string,
  ])
  print(
    input.isSet('json')
      ? json(replicas)
      : table(['IDENTIFIER', 'STATE', 'BEHIND', 'AGE', 'ADDRESS'], rows, 'No read replicas yet.'),
  )
}

async function add(input: CommandInput, { client, print }: Io): Promise<void> {
  const { ref } = await findProject(client, input.argument ?? '')
  const added = await client(addReadReplica, { params: { ref } })
  const read = async () =>
    (await client(listReadReplicas, { params: { ref } })).find(
      ({ identifier }) => identifier === added.identifier,
    )
  let replica: ReadReplica | undefined = added
  while (input.isSet('wait') && replica?.state !== 'streaming') {
    if (!replica) throw gone(added.identifier)
    if (replica.failure) throw failed(replica.failure)
    await sleep(POLL_MS)
    replica = await read()
  }
  const shown = replica ?? added
  print(
    input.isSet('json')
      ? json(shown)
      : `${shown.identifier} is ${shown.state}. Connect to ${shown.connection_string}.`,
  )
}

const gone = (identifier: string) =>
  new AppError('replica_removed', `${identifier} was removed meanwhile.`, {
    status: 404,
    hint: 'Add a read replica again.',
  })

const failed = ({ code, message, hint }: NonNullable<ReadReplica['failure']>) =>
  new AppError(code, message, { status: 503, hint: hint ?? 'The server tries again by itself.' })
