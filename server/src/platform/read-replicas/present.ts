import type { ReadReplica } from '@stoa/contract/platform/read-replicas'
import type { ProjectReplica } from '../../fleet/port.ts'
import type { Addresses } from '../deps.ts'
import { connectionString, endpointsOf, PASSWORD_PLACEHOLDER } from '../projects/port.ts'

/** A replica with its address, which names it where that of the primary has the ref. */
export function toReadReplica(addresses: Addresses, replica: ProjectReplica): ReadReplica {
  const { identifier, region, phase, failure, lag, samples, createdAt } = replica
  return {
    identifier,
    region,
    state: phase,
    failure,
    lag_bytes: lag?.bytes ?? null,
    lag_seconds: lag?.seconds ?? null,
    lag_samples: samples.map((sample) => ({ ...sample, at: sample.at.toISOString() })),
    database_user: endpointsOf(addresses, identifier).database_user,
    connection_string: connectionString(addresses, identifier, PASSWORD_PLACEHOLDER),
    created_at: createdAt.toISOString(),
  }
}
