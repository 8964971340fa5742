import { removeSecondFactors } from '@stoa/contract/platform/installation'
import { jsonOption, type Command } from '../kit/command.ts'
import { json } from '../kit/output.ts'

export const accountCommands: readonly Command[] = [
  {
    name: 'account remove-mfa',
    summary: 'Remove all authenticator apps from an account that lost its devices',
    options: [
      { name: 'email', type: 'string', help: 'Email address of the account', isRequired: true },
      jsonOption,
    ],
    async run(input, { client, print }) {
      const done = await client(removeSecondFactors, { body: { email: input.text('email') ?? '' } })
      if (input.isSet('json')) return print(json(done))
      const apps = done.removed === 1 ? '1 authenticator app' : `${done.removed} authenticator apps`
      print(`Removed ${apps} from ${done.email}. The account now signs in with its password only.`)
    },
  },
]
