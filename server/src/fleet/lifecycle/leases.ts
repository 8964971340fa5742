import { AppError } from '../../lib/errors.ts'
import { SOCKET_PORT } from '../../postgres/clusters/socket-folder.ts'
import type { Machines } from '../machine/machines.ts'
import type { Fleet, Lease } from '../port.ts'
import type { Held } from './wake.ts'

export type Leases = Pick<Fleet, 'acquire' | 'acquireForNode' | 'acquireSocket'> & {
  /** Takes a lease on a machine, which its `release` returns. */
  hold(ref: string): Promise<Held>
}

export function createLeases({
  machines,
  wake,
  isStopping,
}: {
  readonly machines: Machines
  readonly wake: (ref: string) => Promise<Held>
  readonly isStopping: () => boolean
}): Leases {
  function holdAwake(ref: string): Held | undefined {
    if (isStopping()) throw stopping()
    const machine = machines.peek(ref)
    const running = machine?.hold()
    return machine && running && { machine, running }
  }

  async function hold(ref: string): Promise<Held> {
    return holdAwake(ref) ?? wake(ref)
  }

  return {
    hold,
    acquire(ref) {
      const held = holdAwake(ref)
      return held ? leaseOf(held) : wake(ref).then(leaseOf)
    },
    async acquireForNode(ref) {
      const held = await hold(ref)
      const { machine, running } = held
      return {
        ...leaseOf(held),
        socketDir: running.socketDir,
        port: SOCKET_PORT,
        isOver: () => machine.running !== running || machine.isClosed(running),
      }
    },
    async acquireSocket(ref) {
      const held = await hold(ref)
      const { socketDir, closedReason } = held.running
      const closed = closedReason()
      if (closed) {
        held.machine.release()
        throw closed
      }
      const { isOver, release } = leaseOf(held)
      const settings = () => held.running.project.settings
      return { socketDir, port: SOCKET_PORT, settings, isOver, release }
    },
  }
}

const leaseOf = (held: Held): Lease => ({
  project: held.running.project,
  faultOf: held.running.services.faultOf,
  isOver: () => held.machine.isClosed(held.running),
  release: releaseOnce(held),
})

function releaseOnce({ machine }: Held): () => void {
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    machine.release()
  }
}

const stopping = () =>
  new AppError('server_stopping', 'The server is stopping.', {
    status: 503,
    hint: 'Try again once it has restarted.',
    retryAfter: 5,
  })
