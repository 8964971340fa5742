import type { Account } from '../../postgres/engines/account.ts'
import type { BackupParts } from '../deps.ts'
import { placeBackup } from '../place/place.ts'
import type { Restorable } from '../place/targets.ts'

/** Later than every commit, so that all WAL is replayed whatever the machine's clock says. */
export const LATEST = new Date(8_640_000_000_000_000)

/** Fills the data directory of the platform's own database with everything that the store has of it. */
export const placePlatform = (
  parts: Pick<BackupParts, 'store' | 'key'>,
  dataDir: string,
  { chosen, account }: { readonly chosen: Restorable; readonly account: Account | undefined },
): Promise<void> =>
  placeBackup(parts, dataDir, { chosen, target: { kind: 'time', at: LATEST }, account })
