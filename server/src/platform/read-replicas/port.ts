/** The part of read replicas that other resources use. */
export { addReadReplica, removeReadReplica } from './change-replicas.ts'
