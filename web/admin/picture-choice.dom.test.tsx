import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { componentTests, drawn } from '../../tests/harness/component.tsx'
import { getToast } from '../ui/toast-store.ts'
import { usePictureChoice } from './picture-choice.ts'

componentTests()

const rules = {
  bytesMax: 5_000,
  sentBytesMax: 1_000,
  editedBytesMax: 100,
  tooLarge: { title: 'File too large', description: 'Please choose another' },
}
/** The toast has the same sentence, so the test searches only in the field's `output` element. */
const inField = { selector: 'output' }
/** The size in bytes of every shrunk picture. */
let weight = 0

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if ((await file.text()).startsWith('none')) throw new Error('no picture')
    return { width: 1600, height: 1200, close: () => undefined }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((then) => {
    then(new Blob(['x'.repeat(weight)], { type: 'image/jpeg' }))
  })
  return () => vi.restoreAllMocks()
})

function Picker({ isEdit }: { isEdit: boolean }) {
  const choice = usePictureChoice(rules, isEdit)
  return (
    <>
      <input
        aria-label="Picture"
        type="file"
        onChange={({ target }) => target.files?.[0] && choice.pick(target.files[0])}
      />
      <output>
        {choice.error ?? (choice.file ? `${choice.file.size} of ${choice.squeezedFrom}` : 'none')}
        {choice.isBusy && ' busy'}
      </output>
    </>
  )
}

test.each([
  [
    'a file above the size limit',
    'x'.repeat(5_001),
    50,
    'File too large: Please choose another',
    'File too large',
  ],
  ['a file that is not a picture', 'none', 50, 'Failed to process image', 'Error'],
  ['a picture that stays too large after shrinking', 'x'.repeat(500), 101, 'Image still too large', 'Error'],
])(
  'the choice of %s as a picture is refused in the field and in a toast',
  async (_, content, drawnWeight, sentence, title) => {
    weight = drawnWeight
    const { user } = drawn(<Picker isEdit />)
    await user.upload(
      screen.getByLabelText('Picture'),
      new File([content], 'one.jpg', { type: 'image/jpeg' }),
    )
    await screen.findByText(sentence, inField)
    expect(getToast()?.title).toBe(title)
  },
)

test('a chosen picture above the size limit is shrunk', async () => {
  weight = 100
  const { user } = drawn(<Picker isEdit />)
  await user.upload(screen.getByLabelText('Picture'), new File(['x'.repeat(500)], 'one.jpg'))
  await screen.findByText('100 of 500', inField)
})

test('a picture that is accepted for a new record can be too large when a record is edited', async () => {
  weight = 900
  const { user, unmount } = drawn(<Picker isEdit={false} />)
  await user.upload(screen.getByLabelText('Picture'), new File(['x'.repeat(1_500)], 'one.jpg'))
  await screen.findByText('900 of 1500', inField)
  unmount()
  drawn(<Picker isEdit />)
  await user.upload(screen.getByLabelText('Picture'), new File(['x'.repeat(1_500)], 'one.jpg'))
  await screen.findByText('Image still too large', inField)
})
