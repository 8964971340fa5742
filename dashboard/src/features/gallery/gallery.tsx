import { THEMES, setTheme, useTheme } from '../../lib/theme.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Controls } from './controls.tsx'
import { Feedback } from './feedback.tsx'
import { Overlays } from './overlays.tsx'
import { Surfaces } from './surfaces.tsx'

export function Gallery() {
  const { theme } = useTheme()
  return (
    <main>
      <Page width="form">
        <PageHeader
          title="Primitives"
          description="Every component of ui/, in every state"
          action={
            <SegmentedControl
              aria-label="Theme"
              value={theme}
              onValueChange={setTheme}
              options={THEMES.map((value) => ({ value, label: value }))}
            />
          }
        />
        <Controls />
        <Feedback />
        <Overlays />
        <Surfaces />
      </Page>
    </main>
  )
}
