/** The page of the element, from the Custom Elements Manifest. */
const cell = (text = '') => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text) => (text ? `\`${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\`` : '');

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const byName = (a, b) => a.name.localeCompare(b.name);

export const elementPage = (manifest) => {
  const element = manifest.modules.flatMap(({ declarations = [] }) => declarations).find(({ tagName }) => tagName);
  const { members, events, slots, cssParts, cssProperties, cssStates } = element;
  const open = members.filter(({ privacy, static: fixed }) => privacy === undefined && !fixed).sort(byName);
  const fields = open.filter(({ kind, attribute, description }) => kind === 'field' && (attribute || description));
  const methods = open.filter(({ kind, description }) => kind === 'method' && description);
  const described = (list) => list.map(({ name, description }) => [code(name || 'default'), cell(description)]);
  return `---
title: The element
group: Reference
---

# The element

Every property, method, event, slot, part and custom property of \`<${element.tagName}>\`. [Using the element](using.md) says how they go together.

## Properties and attributes

${table(
  ['property', 'attribute', 'type', 'default', 'meaning'],
  fields.map(({ name, attribute, type, default: value, description }) => [
    code(name),
    code(attribute),
    code(type?.text),
    code(value),
    cell(description),
  ]),
)}

## Methods

${table(
  ['method', 'meaning'],
  methods.map(({ name, parameters = [], description }) => [
    code(`${name}(${parameters.map(({ name: each, optional }) => `${each}${optional ? '?' : ''}`).join(', ')})`),
    cell(description),
  ]),
)}

## Events

${table(
  ['event', 'type', 'meaning'],
  events.map(({ name, type, description }) => [code(name), code(type?.text), cell(description)]),
)}

## Slots

${table(['slot', 'what goes there'], described(slots))}

## CSS parts

${table(['part', 'what it is'], described(cssParts))}

## CSS custom properties

${table(['property', 'meaning'], described(cssProperties))}

## CSS states

${table(['state', 'when'], described(cssStates))}
`;
};
