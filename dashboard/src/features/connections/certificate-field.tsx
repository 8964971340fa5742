import type { DatabaseCertificate } from '@stoa/contract/platform/network-access'
import { Toggle } from '../../components/settings/toggle.tsx'
import type { CustomControlProps } from '../../components/settings/settings-declaration.ts'
import { Time } from '../../components/time.tsx'
import { useNetworkFacts } from '../../data/resources/platform/network-access.ts'
import { downloadText } from '../../lib/download-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'

/** Whether clients must encrypt, and the certificate with which they can check the server. */
export function CertificateField({
  projectRef,
  label,
  value,
  disabled,
  onValueChange,
}: CustomControlProps<boolean>) {
  const { data: facts } = useNetworkFacts(projectRef)
  const isMissing = facts?.certificate === null
  return (
    <>
      <Toggle label={label} description={isMissing ? UNAVAILABLE : REQUIRED}>
        {(control) => (
          <Switch
            {...control}
            // A requirement from before the certificate was removed can still be turned off.
            disabled={disabled || (isMissing && !value)}
            checked={value}
            onCheckedChange={onValueChange}
          />
        )}
      </Toggle>
      {facts?.certificate && <Certificate certificate={facts.certificate} />}
    </>
  )
}

const REQUIRED =
  'Refuse clients that don’t encrypt their connection. Saving closes open connections without TLS.'
const UNAVAILABLE =
  'This installation doesn’t encrypt database connections. The operator can set STOA_POSTGRES_TLS_CERT and STOA_POSTGRES_TLS_KEY.'

function Certificate({ certificate }: { certificate: DatabaseCertificate }) {
  const { pem, subject, issuer, is_self_signed, valid_until } = certificate
  return (
    <div className="grid gap-2 rounded-md border p-3">
      <p className="font-medium">Server certificate for {subject}</p>
      <p className="text-muted">
        {is_self_signed ? 'Self-signed' : `Issued by ${issuer}`}, expires{' '}
        <Time date={valid_until} />.{' '}
        {is_self_signed
          ? 'Clients can check the server with this file: sslmode=verify-full and sslrootcert.'
          : 'Clients that trust its issuer can check the server: sslmode=verify-full and, for a public issuer, sslrootcert=system.'}
      </p>
      <div>
        <Button
          size="sm"
          onClick={() =>
            downloadText({
              text: pem,
              fileName: 'database-certificate.crt',
              type: 'application/x-pem-file',
            })
          }
        >
          Download certificate
        </Button>
      </div>
    </div>
  )
}
