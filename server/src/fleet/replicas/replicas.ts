import path from 'node:path'
import { findComputeSize } from '@stoa/contract/catalog/compute-sizes'
import { sizeLimits } from '../compute/size-settings.ts'
import type { Instances } from '../records/instances.ts'
import { createReplicaSet, type ReplicaSet } from './replica-set.ts'
import type { ReplicaDeps } from './replica-state.ts'
import type { InstanceRow } from '../records/queries.ts'

/** The replicas of the projects that run in this process. */
export type Replicas = {
  /** Starts the replicas of a project that is up, in the background. */
  start(instance: Pick<InstanceRow, 'ref' | 'compute_size'>): ReplicaSet
  /** Those of a project that runs. */
  peek(ref: string): ReplicaSet | undefined
}

export function createReplicas(
  deps: Omit<ReplicaDeps, 'limits' | 'session'> & {
    readonly instances: Pick<Instances, 'session'>
  },
): Replicas {
  const sets = new Map<string, ReplicaSet>()
  const { projects, sockets } = deps.folders
  return {
    start({ ref, compute_size }) {
      const size = findComputeSize(compute_size)
      const set = createReplicaSet(
        { ...deps, session: deps.instances.session(), limits: size && sizeLimits(size) },
        { ref, dataDir: path.join(projects, ref), socketDir: path.join(sockets, ref) },
      )
      const registered: ReplicaSet = {
        ...set,
        async stop(pace) {
          if (sets.get(ref) === registered) sets.delete(ref)
          await set.stop(pace)
        },
      }
      sets.set(ref, registered)
      void set.refresh()
      return registered
    },
    peek: (ref) => sets.get(ref),
  }
}
