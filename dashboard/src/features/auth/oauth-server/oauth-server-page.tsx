import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import { ValueList, ValueRow } from '../../../components/connect/value-row.tsx'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { useProject } from '../../../data/resources/platform/projects.ts'
import { useSettings } from '../../../data/resources/services/data-api/settings.ts'
import { ListSection } from '../list-section.tsx'
import { ClientSection } from './client-section.tsx'

/** Lets other apps sign users in with their account of this project. */
export function OAuthServerPage({ projectRef }: { projectRef: string }) {
  return (
    <SettingsPage
      projectRef={projectRef}
      declaration={oauthServerPage}
      below={
        <>
          <Endpoints projectRef={projectRef} />
          <ClientSection projectRef={projectRef} />
        </>
      }
    />
  )
}

const isOn = ({ oauth_server_enabled: isEnabled }: Settings): boolean => isEnabled

export const oauthServerPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  product: 'auth',
  title: 'OAuth server',
  description: 'Let users sign in to other apps with their account in this project.',
  subject: 'auth',
  change: 'project:update',
  parts: [
    {
      title: 'Server',
      fields: [
        {
          name: 'oauth_server_enabled',
          control: 'switch',
          label: 'OAuth 2.1 server',
          help: 'When off, its endpoints reject all requests.',
          inSentence: 'OAuth server',
        },
        {
          name: 'oauth_server_authorization_path',
          control: 'identifier',
          label: 'Authorization path',
          placeholder: '/oauth/consent',
          help: 'The page of your app where users allow or deny access, relative to the Site URL.',
          problem: 'Enter a path that starts with /.',
          inSentence: 'authorization path',
          when: isOn,
        },
        {
          name: 'oauth_server_allow_dynamic_registration',
          control: 'switch',
          label: 'Dynamic client registration',
          help: 'Lets clients, such as MCP clients, register themselves. Anyone can register a client.',
          inSentence: 'dynamic registration',
          when: isOn,
        },
      ],
    },
  ],
}

/** The URLs that apps need, as in the discovery document. */
function Endpoints({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const { data: settings } = useSettings(projectRef, authSettings)
  if (!project || !settings?.oauth_server_enabled) return null
  const base = `${project.endpoints.api_url}/auth/v1`
  return (
    <ListSection title="Endpoints" description="Most OAuth libraries need only the discovery URL.">
      <ValueList>
        <ValueRow label="Issuer" value={base} />
        <ValueRow label="Discovery" value={`${base}/.well-known/oauth-authorization-server`} />
        <ValueRow label="OpenID Connect" value={`${base}/.well-known/openid-configuration`} />
        <ValueRow label="Authorization" value={`${base}/oauth/authorize`} />
        <ValueRow label="Token" value={`${base}/oauth/token`} />
        <ValueRow label="User info" value={`${base}/oauth/userinfo`} />
        <ValueRow label="JWKS" value={`${base}/.well-known/jwks.json`} />
        {settings.oauth_server_allow_dynamic_registration && (
          <ValueRow label="Registration" value={`${base}/oauth/clients/register`} />
        )}
      </ValueList>
    </ListSection>
  )
}
