import { createThirdPartyAuth } from '@stoa/contract/platform/third-party-auth'
import { useForm } from '../../../components/form/use-form.ts'
import { useCreateThirdPartyAuth } from '../../../data/resources/platform/third-party-auth.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { TextField } from './text-field.tsx'
import { issuerOf, VENDORS, type Vendor } from './third-party-vendors.ts'

type ThirdPartyAuthSheetProps = { projectRef: string; onClose: () => void }

type Values = { vendor: Vendor['value']; name: string; jwks_url: string }

const EMPTY: Values = { vendor: 'firebase', name: '', jwks_url: '' }

/**
 * Adds an issuer: one of a known service by its project or tenant name, or any issuer by its URL.
 */
export function ThirdPartyAuthSheet({ projectRef, onClose }: ThirdPartyAuthSheetProps) {
  const create = useCreateThirdPartyAuth(projectRef)
  const { values, problems, change, state } = useForm({
    endpoint: createThirdPartyAuth,
    values: EMPTY,
    toBody: ({ vendor, name, jwks_url: url }: Values) => ({
      oidc_issuer_url: issuerOf(vendor, name),
      ...(vendor === 'oidc' && url.trim() !== '' && { jwks_url: url.trim() }),
    }),
    mutation: create,
    onSuccess: onClose,
    errorField: 'name',
  })
  const vendor = VENDORS.find(({ value }) => value === values.vendor) ?? VENDORS[0]
  return (
    <Sheet
      open
      title="New integration"
      description="The project’s APIs accept tokens of this issuer that have a role claim such as authenticated."
      onClose={onClose}
    >
      <SheetForm submitLabel="Create integration" {...state} onCancel={onClose}>
        <Field label="Service">
          {(control) => (
            <Select
              {...control}
              value={values.vendor}
              options={VENDORS}
              onValueChange={(next) => change({ vendor: next, name: '' })}
            />
          )}
        </Field>
        <TextField
          label={vendor.field}
          description={vendor.help}
          placeholder={vendor.placeholder}
          isCode
          value={values.name}
          error={problems.name}
          onChange={(name) => change({ name })}
        />
        {values.vendor === 'oidc' && (
          <TextField
            label="JWKS URL"
            description="Only for an issuer without a discovery document."
            placeholder="https://login.example.com/jwks.json"
            isOptional
            isCode
            value={values.jwks_url}
            error={problems.jwks_url}
            onChange={(url) => change({ jwks_url: url })}
          />
        )}
      </SheetForm>
    </Sheet>
  )
}
