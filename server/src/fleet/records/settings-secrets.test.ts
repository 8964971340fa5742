import { randomBytes } from 'node:crypto'
import { settingsSection } from '@stoa/contract/settings-section'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createSecretBox } from '../../lib/secret-box.ts'
import { openSecrets, resealSecrets, sealSecrets } from './settings-secrets.ts'

const section = settingsSection({
  name: 'mail',
  fields: { host: z.string(), password: z.string() },
  defaults: { host: '', password: '' },
  secrets: ['password'],
})
const box = createSecretBox(randomBytes(32), 'project-secrets')
const values = { host: 'mail.example.com', password: 'open sesame' }

it('stores a secret encrypted and reads it back', () => {
  const sealed = sealSecrets(box, 'ref', section, values)
  expect(sealed).toMatchObject({
    host: 'mail.example.com',
    password: { $sealed: expect.any(String) },
  })
  expect(JSON.stringify(sealed)).not.toContain('sesame')
  expect(openSecrets(box, 'ref', { mail: sealed })).toEqual({ mail: values })
})

it('stores a secret that is not set as an empty text', () => {
  const empty = { ...values, password: '' }
  expect(sealSecrets(box, 'ref', section, empty)).toEqual(empty)
})

it('encrypts the secrets for another project, and drops those that cannot be read', () => {
  const mail = sealSecrets(box, 'ref', section, values)
  const copied = resealSecrets(box, { from: 'ref', to: 'copy' }, { mail, other: mail })
  expect(openSecrets(box, 'copy', copied)).toEqual({
    mail: values,
    other: { ...values, password: '' },
  })
  expect(openSecrets(box, 'ref', copied)).toMatchObject({ mail: { password: '' } })
})

it('does not read a secret of another project, section, or field', () => {
  const sealed = sealSecrets(box, 'ref', section, values)
  expect(openSecrets(box, 'other', { mail: sealed })).toMatchObject({ mail: { password: '' } })
  expect(openSecrets(box, 'ref', { auth: sealed })).toMatchObject({ auth: { password: '' } })
  expect(openSecrets(box, 'ref', { mail: { host: sealed['password'] } })).toEqual({
    mail: { host: '' },
  })
})
