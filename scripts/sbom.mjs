// @ts-check
// `npm run sbom -- FILE`: lists the packages of package-lock.json as CycloneDX 1.5. Packages of the build and the tests
// are marked with cdx:npm:package:development.
import { readFileSync, writeFileSync } from 'node:fs'
import { npm, run, Stop, script } from './setup/command.mjs'

const [file = 'sbom.cdx.json'] = process.argv.slice(2)

await script(async () => {
  const [command, args] = npm()
  const flags = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const { code, output } = await run(command, [...args, ...flags, '--loglevel=silent'])
  if (code !== 0) throw new Stop(`npm could not list the packages:\n${output.trim()}`)
  const sbom = JSON.parse(output)
  // npm uses the folder's name as the project's name.
  sbom.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`Packages listed in ${file}: ${sbom.components.length}`)
  return 0
})
