import type { Isolation } from '@stoa/contract/platform/installation'
import type { Context } from '../context.ts'

/** The restrictions that the kernel was found to enforce when the server started. */
export function readIsolation({ fence }: Pick<Context, 'fence'>): Isolation {
  return {
    networks: fence?.networks === true,
    abstract_sockets: fence?.abstractSockets === true,
    files: fence?.files === true,
    gaps: (fence?.gaps ?? []).map((gap) => ({ ...gap })),
  }
}
