import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { choiceIn, productSorts, searchOf } from './catalogue.ts'
import * as text from './filters.en.ts'

const settledMs = 400
const sortOptions = Object.entries(productSorts).map(([value, label]) => ({ value, label }))

/** The placeholders and the chosen order show what a field is for, so its name is for screen readers alone. */
const named = (label: string) => <span className="sr-only">{label}</span>

export default function Filters({ search }: { search: string }) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = useRef(search)
  /** The URLs that this form has requested but that are not shown yet, in order. */
  const asked = useRef<string[]>([])
  const choice = choiceIn(new URLSearchParams(search))

  // The fields follow the filters in the URL after a click on a link or Back. The field with the focus keeps its text,
  // and filters chosen before hydration stay.
  useEffect(() => {
    if (current.current === search) return
    current.current = search
    // The visitor may have typed more while the page loaded a URL of this form, so the fields stay as they are.
    const own = asked.current.indexOf(search)
    asked.current.splice(0, own + 1)
    if (own >= 0) return
    const fields = form.current?.elements
    if (fields === undefined) return
    const { q, minPrice, maxPrice, sort, instock } = choiceIn(new URLSearchParams(search))
    const texts = { q, minPrice: minPrice ?? '', maxPrice: maxPrice ?? '', sort }
    for (const [name, value] of Object.entries(texts)) {
      const field = fields.namedItem(name) as HTMLInputElement
      if (field !== document.activeElement) field.value = String(value)
    }
    ;(fields.namedItem('instock') as HTMLInputElement).checked = instock
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  function apply() {
    clearTimeout(timer.current)
    if (form.current === null) return
    const typed = new URLSearchParams(new FormData(form.current) as never)
    const next = searchOf(choiceIn(typed))
    if (next === (asked.current.at(-1) ?? current.current)) return
    asked.current.push(next)
    void navigate({ search: next }, { replace: true, preventScrollReset: true })
  }
  function onInput({ target }: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current)
    const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox'
    timer.current = setTimeout(apply, isTyped ? settledMs : 0)
  }

  return (
    <search className="print:hidden">
      <form
        ref={form}
        action="/store"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] items-end gap-x-4 gap-y-3 pt-2 lg:grid-cols-[1fr_1fr_auto] lg:gap-2"
        onInput={onInput}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <input type="hidden" name="category" value={choice.category} disabled={choice.category === ''} />
        <TextField
          label={named(text.search)}
          name="q"
          type="search"
          maxLength={80}
          enterKeyHint="search"
          placeholder={text.searchExample}
          defaultValue={choice.q}
          className="col-span-full lg:col-span-1"
        />
        <SelectField
          label={named(text.sortBy)}
          name="sort"
          options={sortOptions}
          defaultValue={choice.sort}
          className="lg:col-span-2"
        />
        <NumberField
          label={named(text.lowestPrice)}
          placeholder={text.lowest}
          name="minPrice"
          prefix="₹"
          defaultValue={choice.minPrice ?? ''}
        />
        <NumberField
          label={named(text.highestPrice)}
          placeholder={text.highest}
          name="maxPrice"
          prefix="₹"
          defaultValue={choice.maxPrice ?? ''}
        />
        <Checkbox
          label={text.inStock}
          name="instock"
          value="yes"
          defaultChecked={choice.instock}
          className="pb-0.5"
        />
        <noscript>
          <Button type="submit" formMethod="get" size="sm">
            {text.show}
          </Button>
        </noscript>
      </form>
    </search>
  )
}
