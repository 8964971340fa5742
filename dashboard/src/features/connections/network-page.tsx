import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { BanSection } from './ban-section.tsx'
import { networkPage } from './network-settings.tsx'

/** The networks that can connect to the database, the encryption, and the banned addresses. */
export const NetworkPage = ({ projectRef }: { projectRef: string }) => (
  <SettingsPage
    projectRef={projectRef}
    declaration={networkPage}
    below={<BanSection projectRef={projectRef} />}
  />
)
