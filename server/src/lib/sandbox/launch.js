// Runs in Deno, restricts its own process with Landlock, and becomes another program. The argument is
// JSON: the attributes of the ruleset, the rules as pairs of a path and rights, variables for the
// environment, and the program with its arguments. Without a program it prints the version of
// Landlock that the kernel has.
const CREATE_RULESET = 444n
const ADD_RULE = 445n
const RESTRICT_SELF = 446n
const VERSION_FLAG = 1n
const PATH_BENEATH = 1n
const PR_SET_NO_NEW_PRIVS = 38
/** O_PATH | O_CLOEXEC */
const OPEN_FLAGS = 0o12000000

const { symbols: libc } = Deno.dlopen('libc.so.6', {
  version: { name: 'syscall', parameters: ['i64', 'i64', 'i64', 'i64'], result: 'i64' },
  createRuleset: { name: 'syscall', parameters: ['i64', 'buffer', 'i64', 'i64'], result: 'i64' },
  addRule: { name: 'syscall', parameters: ['i64', 'i64', 'i64', 'buffer', 'i64'], result: 'i64' },
  restrictSelf: { name: 'syscall', parameters: ['i64', 'i64', 'i64'], result: 'i64' },
  prctl: { parameters: ['i32', 'i64', 'i64', 'i64', 'i64'], result: 'i32' },
  open: { parameters: ['buffer', 'i32'], result: 'i32' },
  close: { parameters: ['i32'], result: 'i32' },
  setenv: { parameters: ['buffer', 'buffer', 'i32'], result: 'i32' },
  execv: { parameters: ['buffer', 'buffer'], result: 'i32' },
})
const encode = (value) => new TextEncoder().encode(value)
const text = (value) => encode(`${value}\0`)

function require(isDone, what) {
  if (isDone) return
  Deno.stderr.writeSync(encode(`The process cannot be restricted: ${what} failed.\n`))
  Deno.exit(126)
}

function restrict({ files, network, scopes, rules }) {
  const attributes = new BigUint64Array([files, network, scopes].map(BigInt))
  const ruleset = libc.createRuleset(CREATE_RULESET, attributes, BigInt(attributes.byteLength), 0n)
  require(ruleset >= 0n, 'landlock_create_ruleset')
  for (const [path, rights] of rules) {
    const file = libc.open(text(path), OPEN_FLAGS)
    require(file >= 0, `open ${path}`)
    const rule = new DataView(new ArrayBuffer(12))
    rule.setBigUint64(0, BigInt(rights), true)
    rule.setInt32(8, file, true)
    require(libc.addRule(ADD_RULE, ruleset, PATH_BENEATH, rule, 0n) === 0n, `the rule for ${path}`)
    libc.close(file)
  }
  require(libc.prctl(PR_SET_NO_NEW_PRIVS, 1n, 0n, 0n, 0n) === 0, 'prctl')
  require(libc.restrictSelf(RESTRICT_SELF, ruleset, 0n) === 0n, 'landlock_restrict_self')
}

function become({ program, args, env }) {
  for (const [name, value] of Object.entries(env)) libc.setenv(text(name), text(value), 1)
  const texts = [program, ...args].map(text)
  const pointers = texts.map((each) => Deno.UnsafePointer.value(Deno.UnsafePointer.of(each)))
  libc.execv(texts[0], new BigUint64Array([...pointers, 0n]))
  require(false, `execv ${program}`)
}

const [given] = Deno.args
if (given === undefined)
  Deno.stdout.writeSync(encode(`${libc.version(CREATE_RULESET, 0n, 0n, VERSION_FLAG)}`))
else {
  const command = JSON.parse(given)
  restrict(command)
  become(command)
}
