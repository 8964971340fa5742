import { settingNames, SettingsPage } from '../../components/settings/settings-page.tsx'
import { DataApiOverrides } from './data-api-overrides.tsx'
import { dataApiPage } from './data-api-page.tsx'

export function DataApiSettings({ projectRef }: { projectRef: string }) {
  return (
    <SettingsPage projectRef={projectRef} declaration={dataApiPage}>
      <DataApiOverrides projectRef={projectRef} names={NAMES} />
    </SettingsPage>
  )
}

const NAMES = settingNames(dataApiPage)
