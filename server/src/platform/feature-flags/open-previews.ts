import { featurePreviews, type FeaturePreview } from '@stoa/contract/catalog/feature-previews'
import { previewFlag, type FlagValue } from '@stoa/contract/platform/feature-flags'
import type { Mode } from '../permissions.ts'

type Installed = {
  readonly mode: Mode
  /**
   * Previews whose pages this release has. One that leads nowhere is offered to nobody, whatever its
   * gate says: there would be nothing to try.
   */
  readonly delivered: ReadonlySet<string>
}

/**
 * For every preview of the catalogue a flag that says whether it is offered: its pages are there,
 * this kind of installation has it, and its gate, where it has one, is open.
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
