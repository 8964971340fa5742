import { removeSecondFactors } from '@stoa/contract/platform/installation'
import { jsonOption, type Command } from '../kit/command.ts'
import { json } from '../kit/output.ts'

export const accountCommands: readonly Command[] = [
  {
    name: 'account remove-mfa',
    summary: 'Remove the authenticator apps of an account whose devices are lost',
    options: [
      { name: 'email', type: 'string', help: 'Address of the account', isRequired: true },
      jsonOption,
    ],
    async run(given, { client, print }) {
      const done = await client(removeSecondFactors, { body: { email: given.text('email') ?? '' } })
      if (given.isSet('json')) return print(json(done))
      const apps =
        done.removed === 1 ? 'One authenticator app' : `${done.removed} authenticator apps`
      print(`${apps} of ${done.email} removed. The password alone signs in now.`)
    },
  },
]
