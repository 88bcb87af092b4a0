/** `completion`: a script by which a shell completes commands and options, made from the commands themselves. */
import type { Command } from 'commander';
import { badParameter } from '../../core/errors.js';

const NAME = 'snake-segmenter';

interface Words {
  readonly command: string;
  readonly about: string;
  readonly options: readonly { readonly long: string; readonly about: string; readonly takes: boolean }[];
}

const wordsOf = (program: Command): readonly Words[] =>
  program.commands.map((command) => ({
    command: command.name(),
    about: command.description(),
    options: [...command.options, ...program.options].flatMap(({ long, description, flags }) =>
      long ? [{ long, about: description, takes: /[<[]/.test(flags) }] : [],
    ),
  }));

/** Throws `bad-parameter` for an unknown shell. */
export const completion = (program: Command, shell: string): string => {
  const words = wordsOf(program);
  switch (shell) {
    case 'bash':
      return bash(words);
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case 'fish':
      return fish(words);
    default:
      throw badParameter('shell', shell, 'it must be bash, zsh or fish');
  }
};

/** Completes file names for every argument that is not an option. */
const bash = (words: readonly Words[]): string => `_snake_segmenter() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${words.map(({ command }) => command).join(' ')}" -- "$word"))
    return
  fi
  case "$word" in -*) ;; *) COMPREPLY=($(compgen -f -- "$word")); return ;; esac
  case "\${COMP_WORDS[1]}" in
${words.map(({ command, options }) => `    ${command}) COMPREPLY=($(compgen -W "${options.map(({ long }) => long).join(' ')}" -- "$word")) ;;`).join('\n')}
  esac
}
complete -o filenames -F _snake_segmenter ${NAME}
`;

const fish = (words: readonly Words[]): string => {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = words.flatMap(({ command, about, options }) => [
    `complete -c ${NAME} -n __fish_use_subcommand -f -a ${command} -d ${quoted(about)}`,
    ...options.map(
      ({ long, about: what, takes }) =>
        `complete -c ${NAME} -n '__fish_seen_subcommand_from ${command}' -l ${long.slice(2)}${takes ? ' -r' : ''} -d ${quoted(what)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
};
