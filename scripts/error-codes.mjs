/** `npm run errors`: prints every error code of the server, from its source, into docs/errors.md. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/environment.mjs'
import { renderErrors } from './lib/error-page.mjs'

writeFileSync(path.join(root, 'docs', 'errors.md'), await renderErrors(root))
