/** The part of backups that other resources use. */
export { createBackup } from './create-backup.ts'
export { readBackups } from './read-backups.ts'
export { requireReachable } from './require-reachable.ts'
export { cancelRestore, restoreProject } from './restore-project.ts'
