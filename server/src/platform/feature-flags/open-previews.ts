import {
  featurePreviews,
  previewFlag,
  type FeaturePreview,
} from '@stoa/contract/catalog/feature-previews'
import type { FlagValue } from '@stoa/contract/platform/feature-flags'
import type { Mode } from '../permissions.ts'

type Installed = {
  readonly mode: Mode
  /**
   * Previews whose pages exist in this release. A preview without pages is never offered, even if
   * its gate is open, because there would be nothing to try.
   */
  readonly delivered: ReadonlySet<string>
}

/**
 * One flag per preview of the catalog: whether it is offered. A preview is offered if its pages
 * exist, this kind of installation has it, and its gate, if any, is open.
 */
export function openPreviews(
  flags: Readonly<Record<string, FlagValue>>,
  { mode, delivered }: Installed,
): Record<string, boolean> {
  const isOffered = ({ key, isPlatformOnly, gate }: FeaturePreview) =>
    delivered.has(key) &&
    (mode === 'platform' || !isPlatformOnly) &&
    (!gate || (flags[gate.flag] ?? gate.default) === true)
  return Object.fromEntries(
    featurePreviews.map((preview) => [previewFlag(preview.key), isOffered(preview)]),
  )
}
