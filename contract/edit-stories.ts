import * as z from 'zod'
import { BeforeAfter, Given, Testimonial } from './content.ts'
import { conflicts, InOrder, OneRow, SeenRow, Version } from './editing.ts'
import { refusals } from './errors.ts'
import { adminProcedure } from './policy.ts'

const EditableTestimonial = Testimonial.extend({ is_visible: z.boolean(), version: Version })
export type EditableTestimonial = z.infer<typeof EditableTestimonial>

const RATING = 'The rating is a whole number from 1 to 5'

export const TestimonialEdit = z.strictObject({
  name: Given(200, 'Please fill all fields'),
  text: Given(2000, 'Please fill all fields'),
  rating: z.int(RATING).min(1, RATING).max(5, RATING),
  image_url: z.string().max(500).nullable(),
  is_visible: z.boolean(),
})
export type TestimonialEdit = z.infer<typeof TestimonialEdit>

export const editTestimonials = {
  editable: adminProcedure('content')
    .route({
      method: 'GET',
      path: '/editable/testimonials',
      summary: 'All testimonials, also hidden ones',
    })
    .output(z.array(EditableTestimonial)),
  create: adminProcedure('content')
    .route({
      method: 'POST',
      path: '/testimonials',
      successStatus: 201,
      summary: 'Add a testimonial',
    })
    .input(TestimonialEdit)
    .errors(refusals('FILE_NOT_USABLE'))
    .output(EditableTestimonial),
  update: adminProcedure('content')
    .route({ method: 'PUT', path: '/testimonials/{id}', summary: 'Change a testimonial' })
    .input(TestimonialEdit.extend(SeenRow.shape))
    .errors({ ...conflicts, ...refusals('FILE_NOT_USABLE') })
    .output(EditableTestimonial),
  remove: adminProcedure('content')
    .route({ method: 'DELETE', path: '/testimonials/{id}', summary: 'Delete a testimonial' })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
  reorder: adminProcedure('content')
    .route({ method: 'PUT', path: '/testimonials', summary: 'The order on the home page' })
    .input(InOrder)
    .output(InOrder),
}

const EditableBeforeAfter = BeforeAfter.extend({ is_visible: z.boolean(), version: Version })
export type EditableBeforeAfter = z.infer<typeof EditableBeforeAfter>

const NewBeforeAfter = z.strictObject({
  title: Given(200, 'Title is required'),
  description: Given(2000, 'Description is required'),
  image_url: z.string().max(500).nullable(),
})

export const BeforeAfterEdit = NewBeforeAfter.extend({ is_visible: z.boolean() })
export type BeforeAfterEdit = z.infer<typeof BeforeAfterEdit>

export const editBeforeAfter = {
  editable: adminProcedure('content')
    .route({
      method: 'GET',
      path: '/editable/before_after',
      summary: 'All Before & After items, also hidden ones',
    })
    .output(z.array(EditableBeforeAfter)),
  create: adminProcedure('content')
    .route({
      method: 'POST',
      path: '/before_after',
      successStatus: 201,
      summary: 'Add Before & After items',
    })
    .input(z.strictObject({ items: z.array(NewBeforeAfter).min(1).max(50) }))
    .errors(refusals('FILE_NOT_USABLE'))
    .output(z.array(EditableBeforeAfter)),
  update: adminProcedure('content')
    .route({ method: 'PUT', path: '/before_after/{id}', summary: 'Change a Before & After item' })
    .input(BeforeAfterEdit.extend(SeenRow.shape))
    .errors({ ...conflicts, ...refusals('FILE_NOT_USABLE') })
    .output(EditableBeforeAfter),
  remove: adminProcedure('content')
    .route({
      method: 'DELETE',
      path: '/before_after/{id}',
      summary: 'Delete a Before & After item',
    })
    .input(OneRow)
    .errors(refusals('ROW_NOT_FOUND'))
    .output(OneRow),
  reorder: adminProcedure('content')
    .route({ method: 'PUT', path: '/before_after', summary: 'The order on the home page' })
    .input(InOrder)
    .output(InOrder),
}
